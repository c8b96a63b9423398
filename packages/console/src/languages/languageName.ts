import { locale } from '../i18n/t.js';

let names: Intl.DisplayNames | undefined;

/** A language in words with its tag, as in German (de). */
export function languageName(tag: string): string {
  // Made at its first use: that takes longer than to begin all other modules together.
  names ??= new Intl.DisplayNames([locale], { type: 'language' });
  // Extensions of a tag, such as an order of sorting, have no names.
  return `${names.of(new Intl.Locale(tag).baseName) ?? tag} (${tag})`;
}

/** The languages of the texts that a bot has where its author wrote none. */
export const DEFAULTS_IN: readonly string[] = [
  ...['ar', 'cs', 'de', 'en', 'es', 'fr', 'he', 'hi', 'id', 'it', 'ja'],
  ...['ko', 'nl', 'pl', 'pt', 'ru', 'sv', 'tr', 'uk', 'vi', 'zh'],
];
