import { locale } from '../i18n/t.js';
import { once } from '../ui/once.js';

const names = once(() => new Intl.DisplayNames([locale], { type: 'language' }));

/** A language in words with its tag, as in German (de). */
export function languageName(tag: string): string {
  // Extensions of a tag, such as an order of sorting, have no names.
  return `${names().of(new Intl.Locale(tag).baseName) ?? tag} (${tag})`;
}

/** The language of a bot that does not say in which one it is written. */
export const UNSAID_LANGUAGE = 'en';

/** The languages of the texts that a bot has where its author wrote none. */
export const DEFAULT_TEXT_LANGUAGES: readonly string[] = [
  ...['ar', 'cs', 'de', 'en', 'es', 'fr', 'he', 'hi', 'id', 'it', 'ja'],
  ...['ko', 'nl', 'pl', 'pt', 'ru', 'sv', 'tr', 'uk', 'vi', 'zh'],
];
