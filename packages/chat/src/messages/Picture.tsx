import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { sizeOf } from './pictureSizes.js';

/** The tallest that a picture is shown, in pixels. */
const TALLEST = 512;

/**
 * A picture that takes the same space before and after it has come: its own, where its size is known, else that of a usual picture.
 */
export function Picture({ url, alt }: { url: string; alt: string }): JSX.Element {
  const [size] = useState(() => sizeOf(url));
  if (!size) return <img class="bot-image bot-unsized" src={url} alt={alt} />;
  const { width, height } = size;
  const style = {
    aspectRatio: `${width} / ${height}`,
    width: `${Math.min(width, (TALLEST * width) / height)}px`,
  };
  return <img class="bot-image" style={style} src={url} alt={alt} />;
}
