import type { ChatMessage } from '@parley/client';
import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { wait } from '../chat/wait.js';
import { textIn } from '../json.js';

/** The maximum height of a picture, in pixels. */
const MAX_HEIGHT = 512;

/** A picture that takes the same space before and after it has loaded: that of its own size, if known, or else of a default size. */
export function Picture({ url, alt }: { url: string; alt: string }): JSX.Element {
  const [size] = useState(() => sizeOf(url));
  if (!size) return <img class="bot-image bot-unsized" src={url} alt={alt} />;
  const { width, height } = size;
  const style = {
    aspectRatio: `${width} / ${height}`,
    width: `${Math.min(width, (MAX_HEIGHT * width) / height)}px`,
  };
  return <img class="bot-image" style={style} src={url} alt={alt} />;
}

/** The size of a picture, in its own pixels. */
interface Size {
  readonly width: number;
  readonly height: number;
}

const sizes = new Map<string, Size>();

/** The size of a picture that this page has loaded. */
function sizeOf(url: string): Size | undefined {
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
