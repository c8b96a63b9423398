import { type KeyboardEvent, useState } from 'react';
import { found } from '../templates.js';

/** Something to choose. */
export interface Option {
  readonly value: string;
  readonly label: string;
}

/** Makes what somebody types that is no option yet. */
export interface Making {
  title(text: string): string;
  make(text: string): void;
}

/** What can be chosen, and what choosing does. */
export interface Choosing {
  readonly options: readonly Option[];
  /** The label of what is chosen; empty without. */
  readonly shown: string;
  /** Takes a value; null: none. */
  choose(value: string | null): void;
  readonly making?: Making | undefined;
}

/** More options than a list shows; typing finds the others. */
const MOST = 50;

/** The options that fit what is typed, and the one that Enter takes; the list is open while something is searched. */
export function useOptions({ options, shown, choose, making }: Choosing) {
  const [search, setSearch] = useState<string>();
  const [place, setPlace] = useState(0);
  const wanted = search === shown ? '' : (search ?? '').trim();
  const fitting = search === undefined ? [] : found(options, wanted).slice(0, MOST);
  const isNew = making && wanted !== '' && options.every(({ label }) => label !== wanted);
  const offered = [
    ...fitting.map(({ value, label }) => ({ key: value, label, take: () => choose(value) })),
    ...(isNew ? [{ key: '', label: making.title(wanted), take: () => making.make(wanted) }] : []),
  ];
  const active = Math.min(place, offered.length - 1);
  const close = (): void => {
    setSearch(undefined);
    setPlace(0);
  };
  const take = (at: number): void => {
    offered[at]?.take();
    close();
  };
  /** Takes a text that was typed in full, and made where it is new; without a text, nothing is chosen any more. */
  const leave = (): void => {
    if (search === '' && shown !== '') choose(null);
    if (making && wanted !== '')
      offered.find(({ key, label }) => key === '' || label === wanted)?.take();
    close();
  };
  const open = (): void => setSearch(search ?? shown);
  const move = (by: number): void => {
    if (offered.length === 0) open();
    else setPlace((active + by) % offered.length);
  };
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(offered.length - 1),
    Enter: () => (search === '' ? leave() : take(active)),
    ...(search !== undefined && { Escape: close }),
  };
  return {
    text: search ?? shown,
    offered,
    active,
    take,
    leave,
    open,
    type(text: string) {
      setSearch(text);
      setPlace(0);
    },
    onKeyDown(event: KeyboardEvent) {
      const run = event.nativeEvent.isComposing ? undefined : keys[event.key];
      if (!run) return;
      event.preventDefault();
      event.stopPropagation();
      run();
    },
  };
}
