import { randomBytes } from 'node:crypto';

/** The prefixes of new ids, so that an id tells what it names (authoring §7.2). */
export type IdPrefix =
  'usr' | 'tok' | 'wks' | 'fld' | 'bot' | 'evt' | 'ver' | 'ses' | 'res' | 'ans';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz0123456789';
const TIME_DIGITS = 9;

/**
 * A fresh text id: prefix, time in milliseconds (base 36, fixed width, so that ids sort by age), then chance.
 * `randomDigits` of base 36 each carry 5.17 bits; 15 are plenty for uniqueness, a secret takes more.
 */
export function newId(prefix: IdPrefix, randomDigits = 15): string {
  const time = Date.now().toString(36).padStart(TIME_DIGITS, '0');
  return `${prefix}_${time}${randomText(randomDigits)}`;
}

/** A fresh session id: the secret of its chat, so it carries 129 random bits (choices, "Chat"). */
export function newSessionId(): string {
  return newId('ses', 25);
}

/** Random lower-case letters and digits, each equally likely. */
export function randomText(length: number): string {
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      // 252 is the largest multiple of 36 in a byte: what lies above would favour some letters.
      if (byte < 252 && text.length < length) text += ALPHABET[byte % 36];
    }
  }
  return text;
}
