import type { TranslationState } from '../documents/translations.js';

/** A text in a file for translators. */
export interface FileText {
  /** Names the text in the flow. */
  readonly path: string;
  readonly source: string;
  /** Null where it has no translation. */
  readonly text: string | null;
  /** Null: the file does not say. */
  readonly state: TranslationState | null;
}

/** The formats of files for translators: XLIFF 2.0 (OASIS) and CSV (RFC 4180). */
export const TRANSLATION_FORMATS = ['XLIFF', 'CSV'] as const;

/** A format of files for translators. */
export type TranslationFormat = (typeof TRANSLATION_FORMATS)[number];

/** Thrown for a file that is no file of translations; the message says why. */
export class NoTranslationFile extends Error {}
