import { pace } from '../documents/pace.js';
import type { JsonRecord } from '../documents/jsonRecord.js';
import type { TranslationState } from '../documents/translations.js';
import type { FlowEdit } from '../edits/flowEdit.js';
import type { FlowDefinition } from '../flow/flow.js';
import { flowTexts, sourceHash } from './flowTexts.js';
import type { FileText } from './translationFile.js';

/** A translation to store; null removes it. */
export interface SentTranslation {
  readonly path: string;
  readonly text: string | null;
  readonly state?: TranslationState | null | undefined;
  /** The text that was translated; absent: the one that the flow has now. */
  readonly source?: string | undefined;
}

/** The edit that stores translations, and those whose text the flow does not have. */
export interface TranslationEdit {
  readonly edit: FlowEdit;
  readonly stored: number;
  /** Their places in the list that was sent. */
  readonly unknown: readonly number[];
}

/** The edit of a flow that stores translations into a language, and adds the language where it is new. Runs in steps. */
export function* translationEdit(
  flow: FlowDefinition,
  language: string,
  sent: readonly SentTranslation[],
): Generator<undefined, TranslationEdit> {
  const sources = new Map<string, string>();
  for (const text of flowTexts(flow, pace())) {
    if (text) sources.set(text.path, text.source);
    else yield;
  }
  const unknown: number[] = [];
  const patch: (readonly [string, JsonRecord | null])[] = [];
  for (const [index, { path, text, state, source = sources.get(path) }] of sent.entries()) {
    if (source === undefined || !sources.has(path)) unknown.push(index);
    else if (text === null || text.trim() === '') patch.push([path, null]);
    else patch.push([path, { text, state: stated(state), source: sourceHash(source) }]);
  }
  const languages = { [language]: Object.fromEntries(patch) };
  return { edit: { setTranslations: { patch: { languages } } }, stored: patch.length, unknown };
}

/** A state as it is stored: null removes one that was there, because `translated` is the default. */
function stated(state: TranslationState | null | undefined): TranslationState | null {
  return state && state !== 'translated' ? state : null;
}

/** The translations that a file has; texts without one are left as they are in the flow. */
export function sentOfFile(texts: readonly FileText[]): SentTranslation[] {
  return texts.filter(({ text }) => text !== null && text.trim() !== '');
}
