import type { Said } from '@parley/client';
import { textIn } from '../json.js';

const FROM_RIGHT =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

/** The direction of a chat, by the first letter that the bot says. Each text has its own direction within it. */
export function directionOf(said: readonly Said[]): 'ltr' | 'rtl' {
  for (const one of said) {
    const text = 'message' in one ? textIn(one.message.content['plainText']) : '';
    const letter = /\p{L}/u.exec(text)?.[0];
    if (letter) return FROM_RIGHT.test(letter) ? 'rtl' : 'ltr';
  }
  return 'ltr';
}
