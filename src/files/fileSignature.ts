import { ENDINGS } from '../engine/index.js';
import type { FileType } from './fileType.js';

/** The first bytes of images (https://en.wikipedia.org/wiki/List_of_file_signatures), in hexadecimal. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/gif': /^4749463[89]/,
  'image/webp': /^52494646.{8}57454250/,
};

/** The types of images whose first bytes are known, with their usual endings. */
export const SIGNED_IMAGES: readonly FileType[] = Object.keys(BEGINNINGS).map((type) => ({
  type,
  ending: endingsOf(type)[0] ?? '',
}));

/** Bytes of a file that are compared. */
const COMPARED = 16;

/** Whether a file with these first bytes may be of a type; always for types whose first bytes are not known. */
export function startsLike(type: string, head: Buffer): boolean {
  const beginning = new Map(Object.entries(BEGINNINGS)).get(type);
  return beginning?.test(head.toString('hex', 0, COMPARED)) ?? true;
}

/** The type of an image with these first bytes; undefined for all other files. */
export function imageTypeOf(head: Buffer): FileType | undefined {
  return SIGNED_IMAGES.find(({ type }) => startsLike(type, head));
}

/** The endings that an upload may have had whose bytes turned out to be of this type; none, except for images. */
export function endingsOfUpload(type: string): string[] {
  const isImage = SIGNED_IMAGES.some((image) => image.type === type);
  return isImage
    ? Object.keys(ENDINGS)
        .filter((one) => one.startsWith('image/'))
        .flatMap(endingsOf)
    : [];
}

function endingsOf(type: string): string[] {
  return ENDINGS[type]?.split(' ') ?? [];
}
