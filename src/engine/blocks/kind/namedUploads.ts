import type { UserMessage } from '../../documents/userMessage.js';
import type { UploadVisibility } from './block.js';

/** An option of inputs that take files: who may read them. */
interface Visible {
  readonly visibility?: UploadVisibility | undefined;
}

/**
 * Whether an answer may name files at these addresses. For private files only uploads of this chat count: whoever reads the
 * answer opens its addresses, and another server would learn who and when.
 */
export function mayBeNamed(
  urls: readonly string[],
  { visibility }: Visible,
  uploads: UserMessage['uploads'] = [],
): boolean {
  const known = new Set(uploads.map(({ url }) => url));
  return visibility !== 'Private' || urls.every((url) => known.has(url));
}
