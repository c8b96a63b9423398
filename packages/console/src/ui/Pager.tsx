import { type ReactNode, useState } from 'react';
import { t } from '../i18n/t.js';

/** The pages of a list that were opened, newest first: the last cursor leads to the one that is shown. */
export interface Pages {
  /** The cursor of the page that is shown; null for the first. */
  readonly after: string | null;
  readonly isFirst: boolean;
  older(next: string | null): void;
  newer(): void;
  /** Back to the first page. */
  reset(): void;
}

/** Remembers the pages of a list that were opened. */
export function usePages(): Pages {
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  return {
    after: cursors.at(-1) ?? null,
    isFirst: cursors.length === 1,
    older: (next) => setCursors([...cursors, next]),
    newer: () => setCursors(cursors.slice(0, -1)),
    reset: () => setCursors([null]),
  };
}

/**
 * Leads through the pages of a list; `next` is the cursor of the page after the one that is shown, null where there is none. `words` are those
 * of the buttons, for a list that is not in the order of time.
 */
export function Pager({
  pages,
  next,
  words: [back, on] = [t('Newer'), t('Older')],
}: {
  readonly pages: Pages;
  readonly next: string | null;
  readonly words?: readonly [back: string, on: string];
}): ReactNode {
  return (
    <p className="pager">
      <button type="button" disabled={pages.isFirst} onClick={pages.newer}>
        {back}
      </button>
      <button type="button" disabled={next === null} onClick={() => pages.older(next)}>
        {on}
      </button>
    </p>
  );
}
