import { beforeEach, expect, test } from '@jest/globals';
import { createHttp } from '../../src/integrations/http.js';
import { openUploads } from '../../src/messenger/meta/uploads.js';
import { openChannel } from '../../src/messenger/messenger.js';
import { ACCOUNT, failure, useMeta, type Trouble } from '../support/metaServer.js';

const meta = useMeta();
beforeEach(() => {
  meta.messages().length = 0;
  meta.troubles.length = 0;
});

interface Sending {
  /** How many milliseconds an answer may take. */
  readonly timeoutMs?: number;
  /** How many hours ago the person wrote. */
  readonly hours?: number;
  readonly abandoned?: AbortSignal;
}

/** The outcome of a message. */
async function outcome(trouble: Trouble | undefined, sending: Sending = {}) {
  const { timeoutMs = 60_000, hours = 0, abandoned = new AbortController().signal } = sending;
  if (trouble !== undefined) meta.troubles.push(trouble);
  const http = createHttp({ allowedHosts: ['127.0.0.1'], limits: { timeoutMs } });
  const channel = openChannel(ACCOUNT, {
    http,
    uploads: openUploads(http),
    addresses: new Map([['meta', `${meta.url()}/v25.0`]]),
  });
  const heardAt = Date.now() - hours * 3_600_000;
  const message = { type: 'text', text: 'Hi' } as const;
  return channel?.send({ id: 'msg_1', contactId: '33612345678', heardAt, message }, abandoned);
}

test('a message is accepted', async () => {
  expect(await outcome(undefined)).toEqual({ outcome: 'sent' });
});

test.each<[string, Trouble]>([
  ['a limit of calls', failure(400, 80007, 'Rate limit issues')],
  ['a limit of messages to one person', failure(400, 131056, 'Pair rate limit hit')],
  ['too many requests', { status: 429, body: '' }],
  ['a service that is down', { status: 503, body: '<html>' }],
  ['a broken connection', 'break'],
  [
    'a failure that says it passes',
    { status: 400, body: '{"error":{"code":7,"is_transient":true}}' },
  ],
])('%s passes', async (_name, trouble) => {
  expect(await outcome(trouble)).toMatchObject({ outcome: 'later' });
});

test.each<[string, Trouble, string]>([
  [
    'a person without WhatsApp',
    failure(400, 131026, 'Undeliverable'),
    'error 131026: Undeliverable',
  ],
  ['a refusal without a reason', { status: 403, body: 'no' }, 'it answered 403'],
  ['an answer that is no JSON', { status: 200, body: '<html>' }, 'without the id of a message'],
  ['an answer without an id', { status: 200, body: '{}' }, 'without the id of a message'],
])('%s does not pass', async (_name, trouble, why) => {
  const sent = await outcome(trouble);
  expect(sent).toMatchObject({ outcome: 'refused', why: expect.stringContaining(why) });
});

test('a request ends if its answer is late, or no longer needed', async () => {
  expect(await outcome('silence', { timeoutMs: 50 })).toMatchObject({ outcome: 'later' });
  expect(await outcome('silence', { abandoned: AbortSignal.abort() })).toMatchObject({
    outcome: 'later',
  });
});

test('a message whose answer was lost is sent again with the same mark', async () => {
  expect(await outcome('lost')).toMatchObject({ outcome: 'later' });
  expect(await outcome(undefined)).toEqual({ outcome: 'sent' });
  const marks = meta.messages().map((message) => message['biz_opaque_callback_data']);
  expect(marks).toEqual(['msg_1', 'msg_1']);
});

test('nothing is sent to a person who wrote more than 24 hours ago', async () => {
  expect(await outcome(undefined, { hours: 23 })).toEqual({ outcome: 'sent' });
  expect(await outcome(undefined, { hours: 25 })).toMatchObject({ outcome: 'refused' });
  expect(meta.messages()).toHaveLength(1);
});
