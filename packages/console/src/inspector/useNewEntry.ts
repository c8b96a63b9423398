import { type RefObject, useEffect, useRef } from 'react';

const FIELDS = 'input, select, textarea, [contenteditable]';

/** Puts the focus into an entry of a list after it was added: `added` says where, by default at the end; `count` how many there are. */
export function useNewEntry(count: number): {
  readonly list: RefObject<HTMLOListElement | null>;
  added(place?: number): void;
} {
  const list = useRef<HTMLOListElement>(null);
  const place = useRef<number>(undefined);
  useEffect(() => {
    if (place.current === undefined) return;
    const parts = [...(list.current?.children[place.current]?.children ?? [])];
    place.current = undefined;
    const body = parts.find((part) => !part.matches('.entryBar, .joint'));
    const find = (what: string) => body?.querySelector<HTMLElement>(what);
    (find(FIELDS) ?? find('button'))?.focus();
  }, [count]);
  return {
    list,
    added(at = count) {
      place.current = at;
    },
  };
}
