import { expect, test } from '@jest/globals';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { botOf, parrot } from '../support/botOf.js';
import { bodyOf } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const transport = restOf(app);

test('readers of one chat each see what their own query selects, with their own variables', async () => {
  const { publicId } = await makePublished(transport, botOf(parrot));
  const { sessionId } = await bodyOf(transport.startChat({ publicId }));
  const client = createClient({
    url: `${app().url.replace('http', 'ws')}/graphql`,
    webSocketImpl: WebSocket,
    retryAttempts: 0,
  });
  const read = async (selection: string, has: boolean) => {
    const declared = selection.includes('$has') ? '$id: ID!, $has: Boolean!' : '$id: ID!';
    const query = `subscription (${declared}) { ${selection} }`;
    const events = client.iterate({ query, variables: { id: sessionId, has } });
    for await (const { data, errors } of events) return errors ?? data;
    return undefined;
  };
  const field = 'chatEvents(sessionId: $id, after: 3)';
  const variants = [
    [`${field} { seq }`, false],
    [`${field} { seq }`, false],
    [`event: ${field} { turn }`, false],
    [`${field} { seq turn @include(if: $has) }`, true],
    [`${field} { seq turn @include(if: $has) }`, false],
  ] as const;
  const all = variants.map(([selection, has]) => read(selection, has));
  await bodyOf(transport.continueChat({ sessionId, message: 'Hi' }));
  expect(await Promise.all(all)).toEqual([
    { chatEvents: { seq: 4 } },
    { chatEvents: { seq: 4 } },
    { event: { turn: 2 } },
    { chatEvents: { seq: 4, turn: 2 } },
    { chatEvents: { seq: 4 } },
  ]);
  await client.dispose();
});
