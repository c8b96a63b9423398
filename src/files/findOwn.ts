import type { ReadFile } from '../integrations/effectOrigin.js';
import { findFile, type ChatOwner } from '../storage/files.js';
import type { FileParts } from './files.js';

/** The id in the address of a file of this server; undefined for any other address. */
export function fileIdIn(address: string): string | undefined {
  return /\/files\/(fil_\w+)\.[a-z\d]+(?:\?|$)/.exec(address)?.[1];
}

/** The file at an address, if it belongs to the result of this chat, or to the chat itself where that is a preview. */
export async function findOwn(
  { storage, store }: FileParts,
  address: string,
  { resultId, sessionId }: ChatOwner,
): Promise<ReadFile | undefined> {
  const id = fileIdIn(address);
  const file = id === undefined ? null : await findFile(storage.openUnit(), id);
  const isOwn =
    resultId === undefined ? file?.sessionId === sessionId : file?.resultId === resultId;
  if (!file?.uploadedAt || !isOwn) return undefined;
  const { name, type, bytes, key } = file;
  return { name, type, bytes, read: async () => store.read(key) };
}
