import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { sizeOf } from './pictureSizes.js';

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
