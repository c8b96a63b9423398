import { expect, test } from '@jest/globals';
import { askVendor, CANARY } from '../../support/vendorCall.js';
import { json, useVendor } from '../../support/vendorServer.js';

const vendor = useVendor();
const ask = (options: object) =>
  askVendor({
    ...{ type: 'chat-node', action: 'Send Message', options: { ...options } },
    data: { baseUrl: vendor.url() },
  });

test('a bot of ChatNode answers in its thread', async () => {
  vendor.answer(json({ message: 'Hello', chat_session_id: 's1', urls: [] }));
  const { result } = await ask({ botId: 'b 1', threadId: 's0', message: 'Hi' });
  expect(result).toEqual({ ok: true, value: { Message: 'Hello', 'Thread ID': 's1' } });
  expect(vendor.requests[0]).toMatchObject({
    path: '/b%201',
    headers: { authorization: `Bearer ${CANARY}` },
    body: { message: 'Hi', chat_session_id: 's0', streaming: false },
  });
});

test.each([
  ['refuses', json({ message: `Not ${CANARY}` }, 403), 'it answered 403 (Not ***)'],
  ['is asked too often', json({ message: 'Later' }, 429), 'it answered 429 (Later)'],
  ['speaks in riddles', json({ reply: 1 }), 'it answered in a form that is not known here'],
])('a bot of ChatNode that %s says nothing', async (_how, answer, why) => {
  vendor.answer(answer);
  expect((await ask({ botId: 'b' })).result).toEqual({
    ok: false,
    error: `The service failed: ${why}`,
  });
});

test('without a chosen bot of ChatNode nothing is requested', async () => {
  expect((await ask({})).result).toEqual({ ok: false, error: 'No bot of ChatNode is chosen' });
});
