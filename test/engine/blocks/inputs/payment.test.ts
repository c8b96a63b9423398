import { describe, expect, test } from '@jest/globals';
import type { EffectResult, Effect } from '../../../../src/engine/interpreter/effect.js';
import { chat, transcript } from '../../../support/chat.js';
import { ask, flowOf, say } from '../../../support/flowOf.js';

const intent = { paymentIntentSecret: 'pi_secret', publicKey: 'pk' };

function paying(options: object) {
  return flowOf({
    variables: { Paid: null, Price: '9,90', Mail: 'ada@example.com' },
    groups: { Start: [ask('payment input', 'Paid', options), say('Paid: {{Paid}}')] },
  });
}

/** Plays a payment; returns the effects, each once for each of the two times a chat is played. */
function asked(options: object, answers: readonly string[] = [], live = false): Effect[] {
  const asks: Effect[] = [];
  const answer = (one: Effect): EffectResult => {
    asks.push(one);
    return { ok: true, value: intent };
  };
  chat(paying(options), answers, { answer, ...(live && { isPreview: false, resultId: 'r' }) });
  return asks.slice(0, asks.length / 2);
}

const stripe = { credentialsId: 'acc', amount: '{{Price}}', currency: 'EUR' };

describe('a payment', () => {
  const answer = (): EffectResult => ({ ok: true, value: intent });

  test('is prepared with the provider, and shown with what the client needs', () => {
    const additionalInformation = { description: 'For {{Mail}}', email: '{{Mail}}', name: 'Ada' };
    expect(asked({ ...stripe, additionalInformation })).toEqual([
      {
        kind: 'createPayment',
        provider: 'Stripe',
        credentialsId: 'acc',
        amount: 990,
        currency: 'EUR',
        description: 'For ada@example.com',
        receiptEmail: 'ada@example.com',
        isTest: true,
      },
    ]);
    expect(asked(stripe, [], true)).toEqual([
      {
        kind: 'createPayment',
        provider: 'Stripe',
        credentialsId: 'acc',
        amount: 990,
        currency: 'EUR',
        isTest: false,
      },
    ]);
    const [turn] = chat(paying(stripe), [], { answer });
    expect(turn?.events[0]).toMatchObject({
      input: {
        type: 'payment input',
        options: { amount: '9,90' },
        runtimeOptions: { ...intent, amountLabel: '9,90\u00a0€' },
      },
    });
  });

  test('stores what the client reports of it', () => {
    expect(transcript(paying(stripe), ['Success'], { answer })).toEqual([
      '? payment input',
      'user: Success',
      'bot: Paid: Success',
    ]);
  });

  test('that failed is prepared and requested again, with the retry message of the bot if it has one', () => {
    expect(transcript(paying(stripe), ['fail'], { answer }).slice(1)).toEqual([
      'user: fail',
      'bot: Payment failed. Please, try again.',
      '? payment input',
    ]);
    expect(asked(stripe, ['fail', ''])).toHaveLength(3);
    const own = { ...stripe, retryMessageContent: 'Once more: {{Price}}' };
    expect(transcript(paying(own), [null], { answer })).toContain('bot: Once more: 9,90');
  });
});

describe('a payment that cannot be made fails the call', () => {
  test.each<[string, object, EffectResult]>([
    ['it names no account to pay to', { amount: '5' }, { ok: true, value: intent }],
    ['it has no valid amount and currency', { credentialsId: 'acc' }, { ok: true, value: intent }],
    ['the key is wrong', stripe, { ok: false, error: 'the key is wrong' }],
    ['the provider gave no intent', stripe, { ok: true, value: { publicKey: 1 } }],
  ])('%s', (why, options, answer) => {
    expect(transcript(paying(options), [], { answer: () => answer })).toEqual([
      `refused: PAYMENT_IMPOSSIBLE: The payment of block Start.1 cannot be taken: ${why}`,
    ]);
  });

  test('also if it has no options at all', () => {
    const bare = flowOf({ groups: { Start: [{ type: 'payment input' }, say('on')] } });
    expect(transcript(bare)).toMatchObject([expect.stringMatching(/^refused: /)]);
  });

  test('without showing the visitor the message of the provider', () => {
    const answer = () => ({ ok: false, error: 'No such key: sk_live_1' }) as const;
    const live = { answer, isPreview: false, resultId: 'r' };
    expect(transcript(paying(stripe), [], live)).toEqual([
      'refused: PAYMENT_IMPOSSIBLE: The payment of block Start.1 cannot be taken: its account cannot be used',
    ]);
  });

  test('and a message sent with the start does not answer it', () => {
    expect(transcript(paying({ amount: '5' }), [], { firstMessage: 'paid' })).toHaveLength(1);
  });
});
