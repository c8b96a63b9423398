import type { ReadFile } from '../integrations/effectOrigin.js';
import { findShownFile } from '../storage/files.js';
import type { Files } from './files.js';
import { fileIdIn } from './findOwn.js';

/** A stored file that a chat shows to its person, outside of this server. */
export interface ShownFile extends ReadFile {
  readonly id: string;
  /** Whether everybody who has its address may read it. */
  readonly isPublic: boolean;
  /** An address at which whoever has it can read the file; for an hour, if the file is not public. */
  openAddress(): Promise<string>;
}

/**
 * The file at an address, if this chat may show it to its person: a public one, one of the chat itself, or one of the bot that its
 * published flow names. Sending the address of a file gives a person no access that they do not have.
 */
export async function findShown(
  { storage, store, addressOf, signedAddressOf }: Omit<Files, 'findShown'>,
  address: string,
  sessionId: string,
): Promise<ShownFile | undefined> {
  const id = fileIdIn(address);
  const file = id === undefined ? undefined : await findShownFile(storage.pool, id, sessionId);
  if (!file) return undefined;
  const { key, ...facts } = file;
  return {
    ...facts,
    read: async () => store.read(key),
    openAddress: async () => (file.isPublic ? addressOf(file) : signedAddressOf(file)),
  };
}
