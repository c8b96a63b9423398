import { describe, expect, test } from '@jest/globals';
import { INPUTS, kindOf, sampleAnswers } from '../../../../src/engine/blocks/index.js';
import type {
  AnyBlock,
  BlockResult,
  ReplyInput,
} from '../../../../src/engine/blocks/kind/block.js';
import { sampleFile } from '../../../../src/engine/blocks/kind/sampleAnswer.js';
import { fc } from '../../../support/properties.js';
import { viewOf } from '../../../support/viewOf.js';

const { context } = viewOf({ variables: { Name: 'Ada', Limit: '7' } });
const INTENT = { intentId: 'pi', paymentIntentSecret: 's', publicKey: 'p' };

/** Inputs beside the examples of their kinds, with the options on which answers depend. */
const OTHERS: readonly (readonly [type: string, members: object])[] = [
  ['text input', { options: { attachments: { isEnabled: true }, audioClip: { isEnabled: true } } }],
  ['number input', {}],
  ['number input', { options: { min: '{{Limit}}' } }],
  ['number input', { options: { max: -3, step: 0.5 } }],
  ['date input', {}],
  ['date input', { options: { hasTime: true, min: '2030-01-01', max: '2030-01-31' } }],
  ['date input', { options: { isRange: true, labels: { separator: 'until' }, max: 'tomorrow' } }],
  ['text input', {}],
  ['rating input', {}],
  ['rating input', { options: {} }],
  ['file input', {}],
  ['rating input', { options: { startsAt: '{{Limit}}', length: 9 } }],
  ['file input', { options: { isMultipleAllowed: true } }],
  ['file input', { options: { allowedFileTypes: { isEnabled: true, types: ['image/*'] } } }],
  [
    'choice input',
    { items: [{ id: 'a' }, { id: 'b', content: 'B' }], options: { isMultipleChoice: true } },
  ],
  ['cards', { items: [{ id: 'c', title: 'Room' }] }],
];

const inputs = [...INPUTS.map(({ type, example }) => [type, example] as const), ...OTHERS].map(
  ([type, members]): AnyBlock => ({ id: 'asked', type, ...members }),
);

/** The block as a chat shows it. */
function shown(block: AnyBlock): { asked: AnyBlock; memo: unknown } {
  const kind = kindOf(block.type);
  let result: BlockResult | undefined = kind.enter(block, context);
  if (result.go === 'outside')
    result = kind.resume?.({ ok: true, value: INTENT, memo: result.memo }, block, context);
  if (result?.go !== 'user') throw new Error(`${block.type} asks nothing`);
  return { asked: { ...block, ...result.input }, memo: result.memo };
}

/** How an input takes a message, whatever a check says that it needs. */
function outcomes(block: AnyBlock, message: ReplyInput): string[] {
  const parsed = kindOf(block.type).parseReply?.(message, block, context);
  if (parsed?.outcome !== 'unchecked') return [String(parsed?.outcome)];
  return ['paid', 'unpaid'].flatMap((value) =>
    outcomes(block, { ...message, checked: { ok: true, value } }),
  );
}

describe('the sample answers of an input', () => {
  test.each(inputs.map((block) => [block.type, block] as const))(
    'to a %s have one that it takes and one that it refuses',
    (_type, block) => {
      const { asked, memo } = shown(block);
      fc.assert(
        fc.property(fc.double({ min: 0, max: 0.999, noNaN: true }), (drawn) => {
          const answers = sampleAnswers(asked, () => drawn);
          const of = (kinds: readonly string[]) =>
            answers
              .filter((answer) => kinds.includes(answer.class))
              .flatMap(({ message }) => outcomes(block, { ...message, memo }));
          expect(of(['typical'])).toContain('accepted');
          expect(of(['boundary'])).not.toContain('rejected');
          expect(of(['invalid', 'empty'])).toContain('rejected');
          expect(sampleAnswers(asked, () => drawn)).toEqual(answers);
        }),
        { numRuns: 20 },
      );
    },
  );

  test('are none for a block that asks nothing, or that lacks what its kind needs', () => {
    expect(sampleAnswers({ id: 'b', type: 'Wait' }, () => 0)).toEqual([]);
    expect(sampleAnswers({ id: 'b', type: 'choice input' }, () => 0)).toEqual([]);
  });

  test('name a file of a kind that is taken', () => {
    expect(sampleFile()).toMatch(/\.png$/);
    expect(sampleFile(['.pdf', '.png'])).toMatch(/\.pdf$/);
    expect(sampleFile(['application/pdf'])).toMatch(/\.pdf$/);
    expect(sampleFile(['audio/*'])).toMatch(/\.mp3$/);
    expect(sampleFile(['made/up'])).toMatch(/\.png$/);
  });
});
