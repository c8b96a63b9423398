import { readFileSync } from 'node:fs';
import { translationsSchema, type Translations } from '../../src/engine/documents/translations.js';

const folder = new URL('../../examples/translations/', import.meta.url);

/** The languages that the examples are translated into. */
export const EXAMPLE_LANGUAGES: readonly string[] = ['de', 'es', 'fr', 'ja', 'ar'];

/** The translations of an example, by the name of its file: what its flow would have as `translations`. */
export function translationsOfExample(name: string): Translations {
  return translationsSchema.parse(JSON.parse(readFileSync(new URL(name, folder), 'utf8')));
}
