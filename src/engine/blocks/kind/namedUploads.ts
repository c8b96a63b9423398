import type { UserMessage } from '../../documents/userMessage.js';
import type { ParsedReply, UploadVisibility } from './block.js';

/** An option of inputs that take files: who may read them. */
interface Visible {
  readonly visibility?: UploadVisibility | undefined;
}

/**
 * How an answer that names files at these addresses is rejected; undefined where it may name them. An address at this server must
 * be that of an upload of this chat. For private files only such uploads count: whoever reads the answer opens its addresses, and
 * another server would learn who and when.
 */
export function rejectNamed(
  urls: readonly string[],
  { visibility }: Visible,
  { uploads = [], refusedUploads = [] }: Pick<UserMessage, 'uploads' | 'refusedUploads'>,
): Extract<ParsedReply, { outcome: 'rejected' }> | undefined {
  const refused = refusedUploads.filter(({ url }) => urls.includes(url));
  if (refused.length > 0) return { outcome: 'rejected', logs: refused.map(logOf) };
  const known = new Set(uploads.map(({ url }) => url));
  const isOpen = visibility !== 'Private' || urls.every((url) => known.has(url));
  return isOpen ? undefined : { outcome: 'rejected' };
}

function logOf({ url, why }: NonNullable<UserMessage['refusedUploads']>[number]) {
  const description = 'An upload was not taken as an answer';
  return { status: 'error' as const, description, details: `${why}: ${url}` };
}
