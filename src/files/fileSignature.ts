/** How images begin (https://en.wikipedia.org/wiki/List_of_file_signatures), in hexadecimal. */
const BEGINNINGS: Readonly<Record<string, RegExp>> = {
  'image/png': /^89504e470d0a1a0a/,
  'image/jpeg': /^ffd8ff/,
  'image/gif': /^4749463[89]/,
  'image/webp': /^52494646.{8}57454250/,
};

/** How many bytes of a file are compared. */
const COMPARED = 16;

/** Whether a file that begins with these bytes may be of a type. Of types without a known beginning every file may be. */
export function startsLike(type: string, head: Buffer): boolean {
  const beginning = new Map(Object.entries(BEGINNINGS)).get(type);
  return beginning?.test(head.toString('hex', 0, COMPARED)) ?? true;
}
