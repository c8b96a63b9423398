import { describe, expect, test } from '@jest/globals';
import type { EffectResult, Effect } from '../../../../src/engine/interpreter/effect.js';
import { chat, newSession, runTurn, transcript } from '../../../support/chat.js';
import { intentIn, replyOfPaid } from '../../../../src/engine/blocks/kind/paymentIntent.js';
import { ask, flowOf, say } from '../../../support/flowOf.js';

const shown = { paymentIntentSecret: 'pi_secret', publicKey: 'pk' };
const intent = { intentId: 'pi_1', ...shown };

/** A provider that prepares payments, and reports this status of them. */
const provider =
  (verified: EffectResult = { ok: true, value: 'paid' }) =>
  (effect: Effect): EffectResult =>
    effect.kind === 'verifyPayment' ? verified : { ok: true, value: intent };

function paying(options: object) {
  return flowOf({
    variables: { Paid: null, Price: '9,90', Mail: 'ada@example.com' },
    groups: { Start: [ask('payment input', 'Paid', options), say('Paid: {{Paid}}')] },
  });
}

/** Plays a payment; returns its effects, each twice, because chats are played twice. */
function asked(options: object, answers: readonly string[] = [], live = false): Effect[] {
  const asks: Effect[] = [];
  const answer = (one: Effect): EffectResult => {
    asks.push(one);
    return provider()(one);
  };
  chat(paying(options), answers, { answer, ...(live && { isPreview: false, resultId: 'r' }) });
  return asks.slice(0, asks.length / 2);
}

const stripe = { credentialsId: 'acc', amount: '{{Price}}', currency: 'EUR' };

describe('a payment', () => {
  const answer = provider();

  test('is prepared with the provider, and shown with what the client needs', () => {
    const additionalInformation = {
      description: 'For {{Mail}}',
      email: '{{Mail}}',
      name: 'Ada',
      phoneNumber: ' ',
    };
    expect(asked({ ...stripe, additionalInformation })).toEqual([
      {
        kind: 'createPayment',
        provider: 'Stripe',
        credentialsId: 'acc',
        amount: 990,
        currency: 'EUR',
        description: 'For ada@example.com',
        receiptEmail: 'ada@example.com',
        payer: { name: 'Ada' },
        isTest: true,
      },
    ]);
    expect(asked({ ...stripe, additionalInformation: { phoneNumber: '+331' } })[0]).toMatchObject({
      payer: { phoneNumber: '+331' },
    });
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
        runtimeOptions: { ...shown, amountLabel: '9,90\u00a0€' },
      },
    });
  });

  test('stores what the client reports of it, once the provider says that it was made', () => {
    const verification = asked(stripe, ['Success'])[1];
    expect(verification).toEqual({
      ...{ kind: 'verifyPayment', provider: 'Stripe', credentialsId: 'acc' },
      ...{ intentId: 'pi_1', isTest: true },
    });
    expect(transcript(paying(stripe), ['Success'], { answer })).toEqual([
      '? payment input',
      'user: Success',
      'bot: Paid: Success',
    ]);
  });

  test('that failed is prepared and requested again, with the retry message of the bot if it has one', () => {
    const unpaid = { answer: provider({ ok: true, value: 'unpaid' }) };
    expect(transcript(paying(stripe), ['fail'], unpaid).slice(1)).toEqual([
      'user: fail',
      'bot: Payment failed. Please, try again.',
      '? payment input',
    ]);
    const own = { ...stripe, retryMessageContent: 'Once more: {{Price}}' };
    expect(transcript(paying(own), [null], unpaid)).toContain('bot: Once more: 9,90');
  });

  test.each(['fail', '', null])(
    'that was made is accepted, also when the client says %j',
    (said) => {
      const labels = { success: 'Done' };
      expect(transcript(paying({ ...stripe, labels }), [said], { answer })).toContain(
        'bot: Paid: Done',
      );
    },
  );
});

describe('a payment that the client reports', () => {
  test('is requested again when it was not made', () => {
    const answer = provider({ ok: true, value: 'unpaid' });
    expect(transcript(paying(stripe), ['Success'], { answer }).slice(1)).toEqual([
      'user: Success',
      'bot: Payment failed. Please, try again.',
      '? payment input',
    ]);
  });

  test.each<[string, EffectResult]>([
    ['the host is down', { ok: false, error: 'the host is down' }],
    ['the provider gave no status', { ok: true, value: { status: 1 } }],
    ['what was paid is not what was asked for', { ok: true, value: 'other' }],
    ['it is still being processed; try again later', { ok: true, value: 'processing' }],
  ])('is not accepted as long as nobody knows: %s', (why, verified) => {
    const answer = provider(verified);
    const turns = chat(paying(stripe), ['Success'], { answer });
    expect(turns[1]?.refusal).toMatchObject({ reason: 'PAYMENT_UNVERIFIED', why });
    expect(turns[1]?.session.at).toEqual(turns[0]?.session.at);
    const live = chat(paying(stripe), ['Success'], { answer, isPreview: false, resultId: 'r' });
    const isSecret = !verified.ok;
    expect(live[1]?.refusal?.why).toBe(isSecret ? 'its account cannot be used' : why);
  });

  test('is asked about once, also when an event of the flow receives the reply first', () => {
    const hearing = flowOf({
      variables: { Paid: null },
      groups: {
        Start: [ask('payment input', 'Paid', { ...stripe, amount: '5' }), say('Thanks')],
        Heard: [say('Heard'), { type: 'Return' }],
      },
      events: [{ id: 'reply', type: 'reply', to: 'Heard' }],
    });
    const kinds: string[] = [];
    const answer = (effect: Effect) => {
      kinds.push(effect.kind);
      return provider()(effect);
    };
    const lines = transcript(hearing, ['Success'], { answer });
    expect(lines.slice(1)).toEqual(['user: Success', 'bot: Heard', 'bot: Thanks']);
    expect(kinds.slice(0, kinds.length / 2)).toEqual(['createPayment', 'verifyPayment']);
  });

  test('cannot be verified in a restricted preview', () => {
    const [begun] = chat(paying(stripe), [], { answer: provider() });
    if (!begun) throw new Error('no turn');
    const flow = paying(stripe);
    const settings = { ...begun.session.settings, reach: 'bots' as const };
    const session = { ...begun.session, settings };
    const turn = runTurn(() => flow, session, { type: 'message', message: { text: 'Success' } });
    expect(turn.refusal).toMatchObject({ reason: 'PAYMENT_UNVERIFIED' });
  });

  test('is requested again where an older server did not note what was prepared', () => {
    const flow = paying(stripe);
    const [begun] = chat(flow, [], { answer: provider() });
    const { at, ...session } = begun?.session ?? newSession(flow);
    const { memo: _memo, ...rest } = at ?? { groupId: '', index: 0, blockId: '', waitsFor: 'user' };
    const said = { type: 'message', message: { text: 'Success' } } as const;
    const turn = runTurn(() => flow, { ...session, at: rest }, said, { answer: provider() });
    expect(turn.events.map(({ kind }) => kind)).toContain('input');
  });
});

test('a payment whose visitor left is answered with the text of its success', () => {
  const answer = provider();
  const labels = { success: 'Done {{Mail}}' };
  const [own] = chat(paying({ ...stripe, labels }), [], { answer });
  const [usual, after] = chat(paying(stripe), ['Success'], { answer });
  const session = (turn: typeof own) => turn?.session ?? newSession(paying(stripe));
  expect(replyOfPaid(session(own), 'pi_1')).toBe('Done ada@example.com');
  expect(replyOfPaid(session(usual), 'pi_1')).toBe('Success');
  expect(replyOfPaid(session(usual), 'pi_2')).toBeUndefined();
  expect(replyOfPaid(session(after), 'pi_1')).toBeUndefined();
  expect(replyOfPaid(newSession(paying(stripe)), 'pi_1')).toBeUndefined();
  expect(intentIn({ ok: true, value: intent })).toBe('pi_1');
  expect(intentIn({ ok: true, value: shown })).toBeUndefined();
  expect(intentIn({ ok: false, error: 'no' })).toBeUndefined();
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
