import { describe, expect, test } from '@jest/globals';
import { transcript } from '../../../support/chat.js';
import { flowOf, say } from '../../../support/flowOf.js';

const responseVariableMapping = [
  { id: '1', variableId: 'vStatus', bodyPath: 'statusCode' },
  { id: '2', variableId: 'vBody', bodyPath: 'data' },
];
const flow = flowOf({
  variables: { Status: null, Body: null },
  groups: {
    Start: [{ type: 'webhook', options: { responseVariableMapping } }, say('{{Status}} {{Body}}')],
  },
});

describe('a listener', () => {
  test.each([
    ['{"statusCode":404,"data":{"a":1}}', 'bot: 404 {"a":1}'],
    ['{"statusCode":204}', 'bot: 204 '],
    ['{"a":1}', 'bot: 200 {"a":1}'],
    ['paid', 'bot: 200 paid'],
    ['', 'bot: 200 '],
  ])('called with %s keeps what its author asked for', (sent, said) => {
    expect(transcript(flow, [sent])).toEqual(['! listenForWebhook and waits', said]);
  });

  test('that stores nothing lets the chat go on', () => {
    const idle = flowOf({ groups: { Start: [{ type: 'webhook' }, say('on')] } });
    expect(transcript(idle, ['paid']).at(-1)).toBe('bot: on');
  });

  test('lets the chat go on when the client sends nothing', () => {
    expect(transcript(flow, [null]).at(-1)).toBe('bot:  ');
  });
});
