import type { ChatMessage } from '@parley/client';
import { textIn } from '../json.js';
import { wait } from '../chat/wait.js';

/** The size of a picture, in its own pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

const sizes = new Map<string, Size>();

/** The size of a picture that this page has loaded. */
export function sizeOf(url: string): Size | undefined {
  return sizes.get(url);
}

/** Loads the picture of a message before it is shown, so that nothing moves when it arrives. Waits `longest` milliseconds at most. */
export async function loadPicture(
  { type, content }: ChatMessage,
  { longest, signal }: { readonly longest: number; readonly signal: AbortSignal },
): Promise<void> {
  const url = textIn(content['url']);
  if (type !== 'image' || url === '' || sizes.has(url)) return;
  const picture = new Image();
  const loaded = new Promise<void>((resolve) => {
    picture.onload = () => resolve(keepSize(url, picture));
    picture.onerror = () => resolve();
  });
  picture.src = url;
  await Promise.race([loaded, wait(longest, signal)]);
}

function keepSize(url: string, { naturalWidth: width, naturalHeight: height }: HTMLImageElement) {
  if (width > 0 && height > 0) sizes.set(url, { width, height });
}
