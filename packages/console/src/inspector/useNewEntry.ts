import { type RefObject, useEffect, useRef } from 'react';

const FIELDS = 'input, select, textarea, [contenteditable]';

/** Puts the focus into the last entry of a list after one was added: `added` says that it is, `count` how many there are. */
export function useNewEntry(count: number): {
  readonly list: RefObject<HTMLOListElement | null>;
  added(): void;
} {
  const list = useRef<HTMLOListElement>(null);
  const isAdded = useRef(false);
  useEffect(() => {
    if (!isAdded.current) return;
    isAdded.current = false;
    const parts = [...(list.current?.lastElementChild?.children ?? [])];
    const body = parts.find((part) => !part.matches('.entryBar, .joint'));
    const find = (what: string) => body?.querySelector<HTMLElement>(what);
    (find(FIELDS) ?? find('button'))?.focus();
  }, [count]);
  return {
    list,
    added() {
      isAdded.current = true;
    },
  };
}
