import { randomBytes } from 'node:crypto';
import { mkdir, open, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { KeySettings } from './secretBox.js';

/** The file in the data folder that holds the keys, the newest first, readable by the server's user alone. */
const SECRET_KEY_FILE = 'secret-key';

/**
 * The secrets that keys are made of, the current one first: those of `SECRET_KEY`, separated by commas, or of the file,
 * which is created when it is missing.
 */
export async function readKeys({ secretKey, dataDir }: KeySettings): Promise<string[]> {
  if (secretKey !== undefined) return wordsIn(secretKey, ',');
  const file = path.join(dataDir, SECRET_KEY_FILE);
  try {
    return wordsIn(await readFile(file, 'utf8'), '\n');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return makeFile(file);
  }
}

/** Adds a new key before those of the file, of which only the last one is kept: it still decrypts older backups. */
export async function addKey(settings: KeySettings): Promise<void> {
  const [last] = await readKeys(settings);
  const file = path.join(settings.dataDir, SECRET_KEY_FILE);
  const next = `${file}.next`;
  await writeFile(next, `${newKey()}\n${last ?? ''}\n`, { mode: 0o600 });
  await rename(next, file);
}

/** Created by the first one, when two servers start at once. */
async function makeFile(file: string): Promise<string[]> {
  await mkdir(path.dirname(file), { recursive: true });
  try {
    const made = await open(file, 'wx', 0o600);
    await made.writeFile(`${newKey()}\n`);
    await made.close();
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return wordsIn(await readFile(file, 'utf8'), '\n');
}

function newKey(): string {
  return randomBytes(32).toString('base64url');
}

function wordsIn(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== '');
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}
