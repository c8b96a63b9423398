import type { Pace } from '../documents/pace.js';
import { textsOf, type Translation, type TranslationState } from '../documents/translations.js';
import type { FlowDefinition } from '../flow/flow.js';
import { flowTexts, sourceHash, type FlowText } from './flowTexts.js';
import { translationFaults } from './translationFaults.js';

/** Whether a text is translated: not at all, before it was changed, with a mistake, or as it should be. */
export const TEXT_STATUSES = ['MISSING', 'STALE', 'FAULTY', 'TRANSLATED'] as const;

/** Whether a text is translated. */
export type TextStatus = (typeof TEXT_STATUSES)[number];

/** A text of a flow in another language. */
export interface TranslatedText extends FlowText {
  /** Null where it has no translation. */
  readonly text: string | null;
  readonly state: TranslationState | null;
  readonly status: TextStatus;
  /** What is wrong with the translation, for people. */
  readonly faults: readonly string[];
}

/** The texts of a flow with their translations into a language, in the order of the flow. Runs in steps. */
export function* translatedTexts(
  flow: FlowDefinition,
  language: string,
  isDue: Pace,
): Generator<undefined, TranslatedText[]> {
  const texts = textsOf(flow.translations, language);
  const found: TranslatedText[] = [];
  for (const one of flowTexts(flow, isDue)) {
    if (one)
      found.push(translatedBy(Object.hasOwn(texts, one.path) ? texts[one.path] : undefined, one));
    else yield;
  }
  return found;
}

function translatedBy(translation: Translation | undefined, one: FlowText): TranslatedText {
  if (!translation || translation.text.trim() === '')
    return { ...one, text: null, state: null, status: 'MISSING', faults: [] };
  const { text, state = 'translated', source } = translation;
  const faults = translationFaults(one, text);
  const isStale = source !== undefined && source !== sourceHash(one.source);
  return { ...one, text, state, faults, status: statusOf(faults, isStale) };
}

function statusOf(faults: readonly string[], isStale: boolean): TextStatus {
  if (faults.length > 0) return 'FAULTY';
  return isStale ? 'STALE' : 'TRANSLATED';
}
