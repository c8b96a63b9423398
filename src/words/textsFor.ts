import { german } from './german.js';
import { spanish } from './spanish.js';

/** A text that the server shows to people. It is English, and names the same text in the other languages. */
export type Word = keyof typeof german;

/** The texts in the language of one reader. */
export interface Texts {
  readonly language: Language;
  /** A text; `values` stand in the place of their names in braces. */
  readonly t: (word: Word, values?: Readonly<Record<string, string | number>>) => string;
  /** The message of a failure; in English where nobody has translated it. */
  readonly ofFailure: (message: string) => string;
}

/** The languages of the texts. */
type Language = 'en' | 'de' | 'es';

const WORDS: Readonly<Record<Language, Readonly<Record<string, string>>>> = {
  en: {},
  de: german,
  es: spanish,
};

/** A language in a header `Accept-Language`, and how much it is preferred. */
const RANGE = /^\s*([a-z]+)(?:-[a-z\d-]*)?\s*(?:;\s*q=([\d.]+)\s*)?$/i;

/**
 * The texts in the language that a header `Accept-Language` prefers (RFC 9110, section 12.5.4): `de-AT` is German, and a language without
 * texts is English.
 */
export function textsFor(accepted = ''): Texts {
  const wanted = accepted.split(',').flatMap((range) => {
    const [, tag = '', quality = '1'] = RANGE.exec(range) ?? [];
    const code = tag.toLowerCase();
    return isLanguage(code) && Number(quality) > 0 ? [{ code, quality: Number(quality) }] : [];
  });
  const [best] = wanted.toSorted((left, right) => right.quality - left.quality);
  const language = best?.code ?? 'en';
  const ofFailure = (message: string) => WORDS[language][message] ?? message;
  return {
    language,
    ofFailure,
    t: (word, values = {}) =>
      ofFailure(word).replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole)),
  };
}

function isLanguage(code: string): code is Language {
  return Object.hasOwn(WORDS, code);
}
