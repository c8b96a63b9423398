import type { EffectOrigin, ReadFile } from '../effectOrigin.js';

/** Files of an e-mail, at most. */
const MOST_FILES = 20;

/** Bytes of all files together, at most: more than most mail servers accept. */
const MOST_ATTACHED = 20_000_000;

/** The files to attach to an e-mail, and the URLs that are no files of the chat. */
export interface Attachments {
  readonly files: readonly ReadFile[];
  readonly foreign: readonly string[];
}

/**
 * Finds the files of a chat by URL; a text may contain several, as answers of file inputs do. Only files of the chat are attached, so that
 * nobody can have another person's file sent to themselves. Rejects beyond the limits.
 */
export async function findAttachments(
  texts: readonly string[],
  { findFile }: EffectOrigin,
): Promise<Attachments> {
  const addresses = [...new Set(texts.flatMap(addressesIn))];
  const files: ReadFile[] = [];
  const foreign: string[] = [];
  for (const address of addresses.slice(0, MOST_FILES + 1)) {
    const file = await findFile?.(address);
    if (file) files.push(file);
    else foreign.push(address.slice(0, 200));
  }
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  if (addresses.length > MOST_FILES || bytes > MOST_ATTACHED) {
    throw new Error(`It may have ${MOST_FILES} attachments with ${MOST_ATTACHED} bytes in all`);
  }
  return { files, foreign };
}

/** The URLs in a text; the text itself if there is none, to be reported as not attached. */
function addressesIn(text: string): readonly string[] {
  if (text.trim() === '') return [];
  return text.match(/https?:\/\/[^\s,"<>]+/g) ?? [text.trim()];
}
