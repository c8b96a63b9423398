/** A whole number below 2^32 (as an unsigned or signed one): FNV-1a with a salt, then mixed so that similar texts give distant numbers. */
export function hashOf(text: string, salt: number): number {
  let mixed = 0x811c9dc5 ^ salt;
  for (let index = 0; index < text.length; index += 1) {
    mixed = Math.imul(mixed ^ text.charCodeAt(index), 0x01000193);
  }
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b);
  return mixed ^ (mixed >>> 13);
}
