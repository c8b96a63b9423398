import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { codeOf } from '../errors/codeOf.js';
import { StartError } from '../errors/errors.js';
import { writeWhole } from '../storage/keptFile.js';
import type { KeySettings } from './secretBox.js';

/** The file in the data folder with the keys, newest first, readable only by the server's user. */
const SECRET_KEY_FILE = 'secret-key';

/** The format of a key, in the file and in `SECRET_KEY`. */
const KEY = /^[^\s\p{C}]{32,}$/u;

/**
 * The secrets from which keys are derived, the current one first: those of `SECRET_KEY`, separated by commas, or of the file, which is
 * created if it is missing. Rejects with a `StartError` if the file contains no keys.
 */
export async function readKeys(settings: KeySettings): Promise<string[]> {
  return (await knownKeys(settings)) ?? makeFile(fileOf(settings));
}

/** Rejects with a `StartError` if the keys cannot be read: stored secrets would be unusable, and new ones would be lost. */
export async function assertKeys(settings: KeySettings): Promise<void> {
  await knownKeys(settings);
}

/** Adds a new key at the start of the file, and keeps only the newest of the others: it still decrypts older backups. */
export async function addKey(settings: KeySettings): Promise<void> {
  const [last] = await readKeys(settings);
  await writeWhole(fileOf(settings), `${newKey()}\n${last ?? ''}\n`, { replaces: true });
}

function fileOf({ dataDir }: KeySettings): string {
  return path.join(dataDir, SECRET_KEY_FILE);
}

/** The same without creating a file; undefined if there is no key yet. */
export async function knownKeys(settings: KeySettings): Promise<string[] | undefined> {
  const { secretKey } = settings;
  if (secretKey !== undefined) return wordsIn(secretKey, ',');
  const file = fileOf(settings);
  try {
    return keysIn(await readFile(file, 'utf8'), file);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    if (error instanceof StartError) throw error;
    const why = error instanceof Error ? error.message : String(error);
    throw new StartError(`The keys of this server cannot be read: ${why}`, { cause: error });
  }
}

function keysIn(text: string, file: string): string[] {
  const keys = wordsIn(text, '\n');
  if (keys.length > 0 && keys.every((key) => KEY.test(key))) return keys;
  const fault = keys.length === 0 ? 'is empty' : 'holds something else than keys';
  throw new StartError(`${file} ${fault}, so that credentials cannot be read.
Put the file of a backup there, or set SECRET_KEY to its first line. Where no credentials were saved yet, or there is no backup,
delete it: the server makes another key then, and credentials that were saved have to be entered again.`);
}

/** Creates the file. If two servers start at once, both use that of the first. */
async function makeFile(file: string): Promise<string[]> {
  try {
    await writeWhole(file, `${newKey()}\n`, { replaces: false });
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
  return keysIn(await readFile(file, 'utf8'), file);
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
