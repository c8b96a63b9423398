import { useEffect, useRef, useState, type ChangeEvent } from 'react';

/** Milliseconds after the last key before what was typed is stored, also as one step of undo. */
const PAUSE = 1_000;

/** What a field shows while somebody types in it. */
export interface Typed {
  readonly text: string;
  /** The text as it is by now: keys may have come since the field was drawn. */
  now(): string;
  /** What somebody else stored meanwhile. */
  readonly theirs: string | undefined;
  type(text: string): void;
  /** Begins a visit: until its end, changes of others wait. */
  enter(): void;
  /** Ends the visit, and stores what was typed. */
  leave(): void;
  takeTheirs(): void;
}

/** The attributes of a field that does nothing else with what is typed in it. */
export function typedIn({ text, enter, leave, type }: Typed) {
  return {
    value: text,
    onFocus: enter,
    onBlur: leave,
    onChange: ({ target }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
      type(target.value),
  };
}

/** The text of a field: the stored one, or what is typed, which is stored after a pause and when the field is left. */
export function useTyped(stored: string, store: (text: string) => void): Typed {
  const [typed, setTyped] = useState<string>();
  const visit = useRef<{ typed: string; known: string; timer?: number }>(undefined);
  const latest = useRef(store);
  latest.current = store;
  const flush = (): void => {
    const { current } = visit;
    if (!current) return;
    clearTimeout(current.timer);
    if (current.typed === current.known) return;
    current.known = current.typed;
    latest.current(current.typed);
  };
  useEnd(flush);
  const enter = (): void => {
    if (visit.current) return;
    visit.current = { typed: stored, known: stored };
    setTyped(stored);
  };
  return {
    text: typed ?? stored,
    now: () => visit.current?.typed ?? stored,
    theirs: visit.current && stored !== visit.current.known ? stored : undefined,
    enter,
    type(text) {
      enter();
      setTyped(text);
      if (!visit.current) return;
      visit.current.typed = text;
      clearTimeout(visit.current.timer);
      visit.current.timer = window.setTimeout(flush, PAUSE);
    },
    leave() {
      flush();
      visit.current = undefined;
      setTyped(undefined);
    },
    takeTheirs() {
      clearTimeout(visit.current?.timer);
      visit.current = { typed: stored, known: stored };
      setTyped(stored);
    },
  };
}

/** Calls a function when the part goes away with the selection, or with the page: its field is left without an event. */
export function useEnd(end: () => void): void {
  const latest = useRef(end);
  latest.current = end;
  useEffect(() => {
    const call = (): void => latest.current();
    addEventListener('pagehide', call);
    return () => {
      removeEventListener('pagehide', call);
      call();
    };
  }, []);
}
