import { startsLike } from './fileSignature.js';

/** The width and height of an image in pixels; null where they are unknown. */
export interface ImageSize {
  readonly width: number | null;
  readonly height: number | null;
}

/** How many bytes of a file are looked at: the size of a JPEG stands behind its descriptions. */
export const HEAD_BYTES = 262_144;

/** The formats whose size is read: those whose beginnings `fileSignature.ts` checks. */
const SIZED = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

const UNKNOWN: ImageSize = { width: null, height: null };

/** Larger numbers are nonsense that a file claims. */
const MOST_PIXELS = 1_000_000;

/** The size of an image of this type, by the first bytes of its file. */
export async function imageSizeOf(type: string, head: Buffer): Promise<ImageSize> {
  if (!SIZED.has(type) || !startsLike(type, head)) return UNKNOWN;
  const { imageSize } = await import('image-size');
  try {
    const { width, height } = imageSize(head);
    return width <= MOST_PIXELS && height <= MOST_PIXELS ? { width, height } : UNKNOWN;
  } catch {
    // The file is broken, or says it too late: it is stored all the same.
    return UNKNOWN;
  }
}
