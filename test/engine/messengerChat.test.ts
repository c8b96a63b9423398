import { expect, test } from '@jest/globals';
import { transcript } from '../support/chat.js';
import { answerOf } from '../support/answerOf.js';
import { flowOf, say, type BlockSketch } from '../support/flowOf.js';

const set = (type: string, options: object = {}): BlockSketch => ({
  type: 'Set variable',
  options: { variableId: 'vX', type, ...options },
});

/** The texts of a messenger chat with these blocks, and then the value of `X`. */
const saidAfter = (block: BlockSketch, messenger: object = {}, more: object = {}): string[] =>
  transcript(flowOf({ variables: { X: 'before' }, groups: { Start: [block, say('{{X}}')] } }), [], {
    messenger,
    ...more,
  });

const anna = {
  name: 'Anna',
  phoneNumber: '+33612345678',
  referralClickId: 'click',
  referralSourceId: 'ad',
};

test.each([
  ['Contact name', 'Anna'],
  ['Phone number', '+33612345678'],
  ['Referral Click ID', 'click'],
  ['Referral Source ID', 'ad'],
  ['Environment name', 'messenger'],
])('%s of a chat in a messenger is %s', (type, value) => {
  expect(saidAfter(set(type), anna)).toEqual([`bot: ${value}`]);
});

test.each(['Contact name', 'Phone number', 'Referral Click ID', 'Referral Source ID'])(
  '%s is cleared where the messenger does not tell it',
  (type) => {
    expect(saidAfter(set(type))).toEqual(['bot: ']);
  },
);

test.each([
  ['UTC where nothing else is known', {}, 'morning'],
  ['the zone of the chat', { timeZone: 'Asia/Tokyo' }, 'afternoon'],
  ['a zone where it is late', { timeZone: 'America/New_York' }, 'evening'],
])('the moment of the day is told by %s', (_zone, more, moment) => {
  expect(saidAfter(set('Moment of the day'), {}, more)).toEqual([`bot: ${moment}`]);
});

test('a messenger does not tell the device, so the variable is cleared', () => {
  expect(saidAfter(set('Device type'))).toEqual(['bot: ']);
});

test('code that a page would run is run by the server', () => {
  const code = { expressionToEvaluate: '20 + 22', isExecutedOnClient: true };
  expect(saidAfter(set('Custom', code))).toEqual(['bot: 42']);
});

test('a request that a page would send is sent by the server', () => {
  const request: BlockSketch = {
    type: 'Webhook',
    options: {
      isExecutedOnClient: true,
      webhook: { url: 'https://example.com', method: 'GET' },
      responseVariableMapping: [{ id: 'm', bodyPath: 'data.name', variableId: 'vX' }],
    },
  };
  const response = { statusCode: 200, body: '{"name":"Ada"}' };
  const answer: typeof answerOf = (ask) =>
    ask.kind === 'httpRequest' ? { ok: true, value: response } : answerOf(ask);
  expect(saidAfter(request, {}, { answer })).toContain('bot: Ada');
});

test('a page that would report an event is not waited for', () => {
  const embed: BlockSketch = {
    type: 'embed',
    content: { url: 'https://example.com', waitForEvent: { isEnabled: true } },
  };
  expect(saidAfter(embed)).toContain('bot: before');
});
