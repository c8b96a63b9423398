import { z } from 'zod';
import { optional } from '../fields/field.js';

/** How far a translation is: the states of segments in XLIFF 2.1. A draft of a machine is `initial`. */
export const TRANSLATION_STATES = ['initial', 'translated', 'reviewed', 'final'] as const;

/** How far a translation is; `translated` where it does not say. */
export type TranslationState = (typeof TRANSLATION_STATES)[number];

/** In characters: the longest tag that RFC 5646 recommends to support. */
const LONGEST_TAG = 35;

/** A language by its tag in the canonical form of BCP 47, such as `de` or `pt-BR`. */
export const languageTagSchema = z
  .string()
  .max(LONGEST_TAG)
  .refine(isCanonicalTag, 'Must be the tag of a language, such as de or pt-BR');

function isCanonicalTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag)[0] === tag;
  } catch {
    return false;
  }
}

const translationSchema = z.looseObject({
  text: z.string().describe('The text in this language; a rich text in the markup of translations'),
  state: optional(z.enum(TRANSLATION_STATES), 'How far it is; absent: `translated`'),
  source: optional(
    z.string(),
    'The hash of the text that was translated; another one: it has changed since',
  ),
});

/** A text in another language. */
export type Translation = z.infer<typeof translationSchema>;

/** The languages of a flow, and the texts of all of them together, at most. */
const [MOST_LANGUAGES, MOST_TRANSLATIONS] = [50, 50_000] as const;

const languageSchema = z
  .record(z.string().startsWith('/').max(4_000), translationSchema)
  .describe(
    'Its texts, by their paths: `/blocks/<id>/items/<id>/content`, with `~0` for ~ and `~1` for /',
  );

/** The texts of a flow in other languages. */
export const translationsSchema = z
  .looseObject({
    base: optional(languageTagSchema, 'The language that the flow is written in'),
    languages: optional(
      z
        .record(languageTagSchema, languageSchema)
        .refine(
          (languages) => Object.keys(languages).length <= MOST_LANGUAGES,
          `Must be at most ${MOST_LANGUAGES} languages`,
        )
        .refine(
          (languages) => sizeOf(languages) <= MOST_TRANSLATIONS,
          `Must be at most ${MOST_TRANSLATIONS} texts in all languages together`,
        ),
      'The other languages, by their tags',
    ),
  })
  .meta({
    id: 'Translations',
    description: 'The texts of the flow in other languages; a text that has none is shown as it is',
  });

function sizeOf(languages: Readonly<Record<string, object>>): number {
  return Object.values(languages).reduce((sum, texts) => sum + Object.keys(texts).length, 0);
}

/** The texts of a flow in other languages. */
export type Translations = z.infer<typeof translationsSchema>;

/** The texts of one language; none of a language that a flow does not have. */
export function textsOf(
  translations: Translations | undefined,
  language: string,
): Readonly<Record<string, Translation>> {
  const { languages = {} } = translations ?? {};
  return (Object.hasOwn(languages, language) ? languages[language] : undefined) ?? {};
}
