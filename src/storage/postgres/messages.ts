import { appendFileSync, existsSync, renameSync, statSync } from 'node:fs';

/** The messages of the embedded PostgreSQL. */
export interface Messages {
  readonly file: string;
  add(text: string): void;
  /** The last lines, which may show why it ended. */
  last(): string;
}

/** The most bytes of a file; there are at most two files. */
const FILE_HOLDS = 1_000_000;

/** The most lines and characters that `last` returns. */
const [LINES_SHOWN, SHOWN] = [10, 2_000] as const;

/** Appends messages to a file. A full file is renamed to `….1`, in place of an older one, and a new file begins. */
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
        // PostgreSQL may be reporting that the disk is full.
      }
    },
    last: () => tail.trim().split('\n').slice(-LINES_SHOWN).join('\n'),
  };
}
