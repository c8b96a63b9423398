import type { EffectOrigin, ReadFile } from '../effectOrigin.js';

/** How many files an e-mail may have. */
const MOST_FILES = 20;

/** How large they may be together, in bytes: more than most mail servers take. */
const MOST_ATTACHED = 20_000_000;

/** What is attached to an e-mail, and the addresses of what is not because it is not a file of the chat. */
export interface Attachments {
  readonly files: readonly ReadFile[];
  readonly foreign: readonly string[];
}

/**
 * Finds the files of a chat at addresses; a text may hold several, as answers of file inputs do. Only files of the chat are sent
 * on, so that nobody can have a file of somebody else sent to themselves. Rejects beyond the limits.
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

/** The addresses in a text; the text itself where there is none, to be named as what is not attached. */
function addressesIn(text: string): readonly string[] {
  if (text.trim() === '') return [];
  return text.match(/https?:\/\/[^\s,"<>]+/g) ?? [text.trim()];
}
