import { expect, test } from '@jest/globals';
import { rowsOf } from '../support/rows.js';
import {
  asker,
  first as server,
  model,
  rest,
  SECRET,
  second,
  useStreamedChats,
} from '../support/streamedChats.js';
import { bodyOf, saidIn } from '../support/transports.js';

useStreamedChats();

/** A chat whose client streams by itself: it got a question, and waits for the client. */
async function waitingForClient() {
  const { publicId } = await asker();
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId, isStreamEnabled: true }));
  const reply = await bodyOf(rest.continueChat({ sessionId, message: 'Why?' }));
  return { sessionId, resultId, reply };
}

function stream(sessionId: string, { url = server.url, path = '/api/v2' } = {}): Promise<Response> {
  return fetch(`${url}${path}/sessions/${sessionId}/streamMessage`, { method: 'POST' });
}

test('a client that streams gets an action and the text as lines, and the chat goes on with the text that it showed', async () => {
  const { sessionId, reply } = await waitingForClient();
  expect(reply).toMatchObject({
    messages: [],
    clientSideActions: [{ type: 'stream', stream: true, expectsDedicatedReply: true }],
  });
  const asked = stream(sessionId);
  const call = await model.next();
  expect(call.body['messages']).toEqual([{ role: 'user', content: 'Why?' }]);
  const response = await asked;
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async (): Promise<unknown> => (await reader?.read())?.value;
  call.say('Be\n"cause');
  expect(await read()).toBe('0:"Be\\n\\"cause"\n');
  call.say('.');
  expect(await read()).toBe('0:"."\n');
  call.end();
  expect(await read()).toBe(
    'd:{"finishReason":"stop","usage":{"promptTokens":null,"completionTokens":null}}\n',
  );
  expect(await read()).toBeUndefined();
  const next = await bodyOf(rest.continueChat({ sessionId, message: 'Be\n"cause.' }));
  expect(saidIn(next)).toEqual(['42 tokens']);
  expect(next.input).toMatchObject({ type: 'text input' });
});

test('a stream can be requested from any server, again after it failed, and in the older version of the API', async () => {
  const { sessionId, resultId } = await waitingForClient();
  const failing = stream(sessionId, { url: second.url });
  const refused = await model.next();
  refused.refuse(500, `{"error":{"message":"broken for ${SECRET}"}}`);
  const text = await (await failing).text();
  const [line = '', end] = text.split('\n');
  expect([line.slice(0, 2), end]).toEqual([
    '3:',
    'd:{"finishReason":"stop","usage":{"promptTokens":null,"completionTokens":null}}',
  ]);
  // Clients parse the text of an error as JSON, and report it as a line of their log.
  const clientLogs = [JSON.parse(String(JSON.parse(line.slice(2)))) as unknown];
  expect(clientLogs).toEqual([
    {
      ...{ status: 'error', context: 'While streaming a text' },
      description: expect.stringMatching(/^The service failed: .*broken for \*\*\*/),
    },
  ]);
  expect(await bodyOf(rest.saveClientLogs({ sessionId, clientLogs }))).toEqual({ savedCount: 1 });
  const again = stream(sessionId, { path: '/v1' });
  const call = await model.next();
  call.say('Because');
  const lines = (await again).body?.pipeThrough(new TextDecoderStream()).getReader();
  const first = await lines?.read();
  call.breakOff();
  expect([first?.value, (await lines?.read())?.value]).toEqual([
    '0:"Because"\n',
    expect.stringMatching(/^3:".*The service failed: .*"\n/),
  ]);
  // The client gives up: the bubble has the text so far, and the chat goes on.
  const next = await bodyOf(rest.continueChat({ sessionId }));
  expect(saidIn(next)).toEqual(['Because', ' tokens']);
  const { databaseUrl } = server;
  const logs = await rowsOf(databaseUrl, 'select 1 from client_log where session_id = $1', [
    sessionId,
  ]);
  expect(resultId).toBeDefined();
  expect(logs).toHaveLength(3);
});

test('a client that leaves ends the request to the vendor', async () => {
  const { sessionId } = await waitingForClient();
  const leaving = new AbortController();
  const url = `${server.url}/v1/sessions/${sessionId}/streamMessage`;
  const asked = fetch(url, { method: 'POST', signal: leaving.signal });
  const call = await model.next();
  call.goOn('on and ');
  const response = await asked;
  await response.body?.getReader().read();
  leaving.abort();
  await call.closed;
});

test('nothing is streamed if the chat does not wait for a streamed text', async () => {
  const { publicId } = await asker();
  const { sessionId } = await bodyOf(rest.startChat({ publicId, isStreamEnabled: true }));
  const asked = model.count();
  const response = await stream(sessionId);
  expect(response.status).toBe(409);
  expect(await response.json()).toMatchObject({ reason: 'NOTHING_TO_STREAM' });
  expect((await stream('ses_none')).status).toBe(404);
  expect(model.count()).toBe(asked);
});
