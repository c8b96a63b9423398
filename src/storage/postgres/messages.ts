import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs';

/** What the embedded PostgreSQL says while it runs. */
export interface Messages {
  readonly file: string;
  /** Takes some text that it wrote. */
  add(text: string): void;
  /** The last lines, for somebody who wants to know why it ended. */
  last(): string;
}

/** The most bytes of a file; there are at most two. */
const FILE_HOLDS = 1_000_000;

/** How many lines are shown, and the most characters of them. */
const [LINES_SHOWN, SHOWN] = [10, 2_000] as const;

/** Keeps messages in a file; when that is full it becomes `….1`, in place of an older one, and another is begun. */
export function openMessages(file: string): Messages {
  let tail = '';
  const keep = (text: string): void => {
    if (existsSync(file) && statSync(file).size > FILE_HOLDS) renameSync(file, `${file}.1`);
    appendFileSync(file, text, { mode: 0o600 });
  };
  return {
    file,
    add(text) {
      tail = `${tail}${text}`.slice(-SHOWN);
      try {
        keep(text);
      } catch {
        // A disk without room is what it may report.
      }
    },
    last: () => tail.trim().split('\n').slice(-LINES_SHOWN).join('\n'),
  };
}
