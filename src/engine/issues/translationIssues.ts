import { pace, type Pace } from '../documents/pace.js';
import type { Flow } from '../flow/flow.js';
import { hasBrokenMessage } from '../text/messageFormat.js';
import { flowTexts, type FlowText } from '../translations/flowTexts.js';
import { languageIn } from '../translations/inLanguage.js';
import { translatedTexts, type TextStatus } from '../translations/translatedTexts.js';
import type { FoundIssue, Findings } from './foundIssue.js';

/**
 * The plurals, numbers and dates in texts that cannot be read, the mistakes in translations, and of each language the first text that is stale
 * or missing, with how many there are. None where the flow does not say in which language it is.
 */
export function* translationIssues(flow: Flow): Findings {
  const isDue = pace();
  if (languageIn(flow, undefined) !== undefined) yield* brokenTexts(flow, isDue);
  for (const language of Object.keys(flow.definition.translations?.languages ?? {})) {
    const texts = yield* translatedTexts(flow.definition, language, isDue);
    for (const text of texts) {
      const about = `${language}: ${text.faults.join(', ')}`;
      if (text.status === 'FAULTY') yield found('TRANSLATION_FAULTY', { flow, text, about });
    }
    for (const [status, code] of COUNTED) {
      const [text, ...others] = texts.filter((one) => one.status === status);
      const about = `${language}: ${others.length + 1} of ${texts.length}`;
      if (text) yield found(code, { flow, text, about });
    }
  }
}

function* brokenTexts(flow: Flow, isDue: Pace): Findings {
  for (const text of flowTexts(flow.definition, isDue)) {
    if (!text) yield;
    else if (hasBrokenMessage(text.source))
      yield found('TEXT_FORMAT_BROKEN', { flow, text, about: '' });
  }
}

const COUNTED = [
  ['STALE', 'TRANSLATION_STALE'],
  ['MISSING', 'TRANSLATION_MISSING'],
] as const satisfies readonly (readonly [TextStatus, FoundIssue['code']])[];

interface Found {
  readonly flow: Flow;
  readonly text: FlowText;
  readonly about: string;
}

function found(code: FoundIssue['code'], { flow, text, about }: Found): FoundIssue {
  const { blockId, itemId, memberPath: path } = text;
  return { code, about, path, itemId, place: blockId === null ? undefined : flow.block(blockId) };
}
