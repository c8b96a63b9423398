import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Whether an existing file is replaced; otherwise writing fails with `EEXIST`. */
interface Placing {
  readonly replaces: boolean;
}

/**
 * Writes a file that only the user of the server can read: whole or not at all, also when the process or the machine stops, or the disk is
 * full. Creates the folder where it is missing.
 */
export async function writeWhole(file: string, text: string, placing: Placing): Promise<void> {
  const draft = `${file}.${randomUUID()}`;
  await makeFolder(path.dirname(file));
  try {
    await writeFile(draft, text, { flag: 'wx', mode: 0o600, flush: true });
    await putInPlace(draft, file, placing);
  } finally {
    await rm(draft, { force: true });
  }
}

/** Gives a flushed file its name, and flushes the folder, so that the name survives a power failure. */
export async function putInPlace(
  draft: string,
  place: string,
  { replaces }: Placing,
): Promise<void> {
  await (replaces ? rename : link)(draft, place);
  await syncFolder(path.dirname(place));
}

/** Creates a folder and those above it, and flushes their names, so that they survive a power failure. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let dir = path.resolve(folder); dir.length >= first.length; dir = path.dirname(dir)) {
    await syncFolder(path.dirname(dir));
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
