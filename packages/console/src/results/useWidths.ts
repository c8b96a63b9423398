import { useState } from 'react';

/** Widths of columns by their ids, in pixels. */
export type Widths = Readonly<Record<string, number>>;

/** The widths that a person gave columns of a table, by their ids, in this browser; `table` names it, with its view. */
export function useWidths(table: string) {
  const key = `parley-widths ${table}`;
  const [shown, setShown] = useState({ key, widths: stored(key) });
  // Another view has other widths.
  if (shown.key !== key) setShown({ key, widths: stored(key) });
  return {
    widths: shown.widths,
    widen(columnId: string, width: number): void {
      const widths = { ...stored(key), [columnId]: width };
      localStorage.setItem(key, JSON.stringify(widths));
      setShown({ key, widths });
    },
    forget(): void {
      localStorage.removeItem(key);
      setShown({ key, widths: {} });
    },
  };
}

function stored(key: string): Widths {
  try {
    return JSON.parse(localStorage.getItem(key) ?? '{}') as Widths;
  } catch {
    return {};
  }
}
