import { randomUUID } from 'node:crypto';
import { link, mkdir, open, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** Whether a file that is there already is replaced, or fails with `EEXIST`. */
interface Placing {
  readonly replaces: boolean;
}

/**
 * Writes a file that only the user of the server can read: whole or not at all, whenever the process or the machine stops, and
 * however full the disk is. Makes the folder where it is missing.
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

/** Gives what was written through to the disk its name, so that it has that name after a power failure, too. */
export async function putInPlace(
  draft: string,
  place: string,
  { replaces }: Placing,
): Promise<void> {
  await (replaces ? rename : link)(draft, place);
  await syncFolder(path.dirname(place));
}

/** Makes a folder, and those above it, that last: names of folders are written through as those of files are. */
export async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true });
  if (first === undefined) return;
  for (let made = path.resolve(folder); made.length >= first.length; made = path.dirname(made)) {
    await syncFolder(path.dirname(made));
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
