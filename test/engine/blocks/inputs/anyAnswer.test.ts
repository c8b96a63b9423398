import { expect, test } from '@jest/globals';
import { KINDS } from '../../../../src/engine/blocks/index.js';
import type { EffectResult, Effect } from '../../../../src/engine/interpreter/effect.js';
import { answerOf } from '../../../support/answerOf.js';
import { chat } from '../../../support/chat.js';
import { flowOf } from '../../../support/flowOf.js';
import { fc } from '../../../support/properties.js';

const types = KINDS.filter(({ family }) => family === 'input').map(({ type }) => type);

const written = fc.oneof(
  fc.string(),
  fc
    .array(
      fc.constantFrom(
        ...[
          '5',
          '-1',
          '31/12',
          '2024',
          '-',
          ' to ',
          'next',
          'friday',
          'in 3',
          'hours',
          '25:61',
          'BC',
        ],
        ...[
          '+33',
          '612345678',
          '(',
          'http://',
          'x.io',
          '/',
          '@',
          ', ',
          'a',
          '{{X}}',
          '%',
          "'",
          'YYYY',
        ],
      ),
      { maxLength: 8 },
    )
    .map((words) => words.join(' ')),
);
const text = { nil: undefined };
const options = fc.record({
  format: fc.option(written, text),
  min: fc.option(written, text),
  max: fc.option(written, text),
  startsAt: fc.option(written, text),
  amount: fc.option(written, text),
  currency: fc.option(written, text),
  defaultCountryCode: fc.option(written, text),
  hasTime: fc.boolean(),
  isRange: fc.boolean(),
  isMultipleChoice: fc.boolean(),
});
const items = [
  { id: 'a', content: '{{X}}', title: '{{X}}', pictureSrc: 'a.png' },
  { id: 'b', content: 'a b', title: 'a b', paths: [{ id: 'p' }] },
];

const intent = { intentId: 'pi', paymentIntentSecret: 'pi', publicKey: 'pk' };
const paid = (ask: Effect): EffectResult =>
  ask.kind === 'createPayment'
    ? { ok: true, value: intent }
    : ask.kind === 'verifyPayment'
      ? { ok: true, value: 'paid' }
      : answerOf(ask);

test.each(types)(
  'whatever the answer is, a %s asks again or goes on, or the call is refused',
  (type) => {
    fc.assert(
      fc.property(written, options, fc.boolean(), (answer, given, isTokyo) => {
        const flow = flowOf({
          variables: { X: answer, Kept: null },
          groups: {
            Start: [
              { type, items, options: { variableId: 'vKept', credentialsId: 'c', ...given } },
            ],
          },
        });
        const zone = isTokyo ? { timeZone: 'Asia/Tokyo' } : {};
        const { session, refusal } = chat(flow, [answer], { ...zone, answer: paid }).at(-1) ?? {};
        const isAsked = session?.phase === 'ended' || session?.at?.blockId === 'Start.1';
        expect(isAsked || refusal !== undefined).toBe(true);
      }),
      { numRuns: 60 },
    );
  },
);
