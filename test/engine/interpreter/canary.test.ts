import { describe, expect, test } from '@jest/globals';
import { KINDS } from '../../../src/engine/blocks/index.js';
import { VALUE_KINDS } from '../../../src/engine/blocks/values/index.js';
import type { JsonRecord } from '../../../src/engine/documents/jsonRecord.js';
import type { Effect, EffectResult } from '../../../src/engine/interpreter/effect.js';
import { blocksByKind, valuesByKind } from '../../support/anyBlock.js';
import { answerOf } from '../../support/answerOf.js';
import { anyAnswer } from '../../support/anyFlow.js';
import { playOnce } from '../../support/chat.js';
import { ask, flowOf, say } from '../../support/flowOf.js';
import { fc } from '../../support/properties.js';

/** An answer that stays unchanged unless it is evaluated as a template. */
const CANARY = '{{Gone}}§{{=6*7=}}¤';

const TEXTS = [
  '{{X}}',
  '{{List}}',
  'Hi {{X}}',
  '{{= {{X}} + 1 =}}',
  '{"a": "{{X}}"}',
  'data.{{X}}',
];

const EVALUATED = /(?<!\}\})[§¤]/u;

/** The JSON texts in code, such as the pattern of a comparison, which are not evaluated. */
const QUOTED = /"(?:[^"\\]|\\.)*"/g;

/** Plays flows of such blocks, in which all answers are templates. */
function play(block: fc.Arbitrary<JsonRecord> | undefined): void {
  if (!block) throw new Error('There is no such kind');
  fc.assert(
    fc.property(block, anyAnswer, fc.boolean(), (one, given, isLive) => {
      const type = String(one['type']);
      const variables = { X: 'x', List: ['a'], Empty: null };
      const blocks = [ask('text input', 'X'), { ...one, type }, say('{{X}} {{List}} {{Empty}}')];
      const flow = flowOf({ variables, groups: { Start: blocks } });
      const answer = (effect: Effect): EffectResult => {
        expect(JSON.stringify(effect)).not.toMatch(EVALUATED);
        expect(codeOf(effect).replace(QUOTED, '')).not.toMatch(/6\*7|[§¤]/u);
        return effect.kind === 'evaluate' || effect.kind === 'runScript' ? answerOf(effect) : given;
      };
      const turns = playOnce(flow, [CANARY, CANARY, CANARY], {
        answer,
        prefilledVariables: { X: CANARY, List: [CANARY] },
        ...(isLive && { isPreview: false, resultId: 'r' }),
      });
      expect(JSON.stringify(turns)).not.toMatch(EVALUATED);
    }),
    { numRuns: 6 },
  );
}

function codeOf(ask: Effect): string {
  if (ask.kind === 'evaluate') return ask.expressions.join('\n');
  return ask.kind === 'runScript' ? ask.code : '';
}

describe('what a visitor gives is never taken for a template or for code,', () => {
  const blocks = blocksByKind(TEXTS);
  test.each(KINDS.map(({ type }) => type))('wherever a block "%s" uses it', (type) => {
    play(blocks.get(type));
  });

  const values = valuesByKind(TEXTS);
  test.each(VALUE_KINDS.map(({ type }) => type))('nor where a variable is set to "%s"', (type) => {
    play(values.get(type));
  });
});
