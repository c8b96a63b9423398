import type { Translations } from '../documents/translations.js';

/**
 * The language in which a flow answers somebody who wants `locale`: tags of BCP 47, the most wanted first, with commas between them. For each
 * of them the languages of the flow are looked up as RFC 4647 says (`de-AT`, then `de`), then any of the same language (`pt-BR` for `pt`).
 * Without a match it is the language that the flow is written in; undefined where it does not say which that is.
 */
export function languageOf(
  { base, languages = {} }: Translations,
  locale = '',
): string | undefined {
  const known = [...(base === undefined ? [] : [base]), ...Object.keys(languages)];
  for (const wanted of locale.split(',').map((tag) => tag.trim().toLowerCase())) {
    if (wanted === '') continue;
    const found =
      lookUp(known, wanted) ?? known.find((tag) => primaryOf(tag) === primaryOf(wanted));
    if (found !== undefined) return found;
  }
  return base;
}

function lookUp(known: readonly string[], wanted: string): string | undefined {
  for (
    let range = wanted;
    range !== '';
    range = range.slice(0, Math.max(0, range.lastIndexOf('-')))
  ) {
    const found = known.find((tag) => tag.toLowerCase() === range);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The language of a tag without script and region, in lower case. */
export function primaryOf(tag: string): string {
  return tag.toLowerCase().replace(/-.*/, '');
}
