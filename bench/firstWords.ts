import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { ask } from './ask.js';
import { benchFlow } from './flow.js';
import { spreadOf } from './measure.js';
import { importWithWorkspace } from './publishBot.js';
import type { BenchServer } from './server.js';
import { listen, openStage, type Later } from './stage.js';

const STREAMS = 200;
/** The delay of the model, in milliseconds, during which the server waits; and the number of first streams that do not count. */
const [THINKS, WARM_UP] = [60, 20] as const;
const SUBSCRIBE = `subscription ($id: ID!) { chatEvents(sessionId: $id) { __typename } }`;

/** Opens a channel for the first words of an answer; `arrived` resolves when they arrive. */
type Way = (chat: string) => Promise<{ readonly arrived: Promise<number>; close(): void }>;

/**
 * Shows how soon the first words of an AI answer arrive after the fake of the model has written them, by each channel: at a
 * subscriber over a WebSocket, at a reader of the event stream, and at a client that streams by itself.
 */
export async function benchFirstWords(later: Later): Promise<void> {
  const model = await openModel(later);
  const settings = { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1', VENDOR_ADDRESSES: `openai=${model.url}` };
  const { server } = await openStage(later, { settings });
  const botId = await publishAsker(server);
  const ways: Readonly<Record<string, Way>> = {
    subscriber: (chat) => subscribe(server, chat),
    'event stream': (chat) => read(server, `sessions/${chat}/events`, 'event: delta'),
    streamMessage: (chat) => read(server, `sessions/${chat}/streamMessage`, '0:', 'POST'),
  };
  for (const [name, way] of Object.entries(ways)) {
    const isStreamEnabled = name === 'streamMessage';
    const delays: number[] = [];
    for (let number = -WARM_UP; number < STREAMS; number += 1) {
      const started = await post(server, `bots/${botId}/startChat`, { isStreamEnabled });
      const chat = z.object({ sessionId: z.string() }).parse(started).sessionId;
      const turn = () => post(server, `sessions/${chat}/continueChat`, { message: 'Why?' });
      if (isStreamEnabled) await turn();
      const { arrived, close } = await way(chat);
      const turned = isStreamEnabled ? undefined : turn();
      const delay = (await arrived) - model.saidAt();
      if (number >= 0) delays.push(delay);
      await turned;
      close();
    }
    console.log(`${name}: ${spreadOf(delays)} of ${STREAMS}`);
  }
}

/** The fake of a model: waits, sends one word, waits, and ends. */
async function openModel(later: Later) {
  let saidAt = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    await text(request);
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    await wait(THINKS);
    saidAt = performance.now();
    response.write('data: {"choices":[{"index":0,"delta":{"content":"Because"}}]}\n\n');
    await wait(THINKS);
    response.end(
      'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
    );
  };
  const port = await listen(
    createServer((asked, response) => void answer(asked, response)),
    later,
  );
  return { url: `http://127.0.0.1:${port}`, saidAt: () => saidAt };
}

/** Publishes text input → model → its answer, and back to the beginning; returns its public id. */
async function publishAsker(server: BenchServer): Promise<string> {
  const { workspaceId, botId } = await importWithWorkspace(server, benchFlow);
  const credentials = { type: 'openai', name: 'Bench', data: { apiKey: 'sk-bench' } };
  const saved = await post(server, 'credentials', { workspaceId, credentials });
  const options = {
    ...z.object({ credentialsId: z.string() }).parse(saved),
    ...{ action: 'Create chat completion', model: 'm' },
    messages: [{ role: 'user', content: '{{Name}}' }],
    responseMapping: [{ item: 'Message content', variableId: 'wish' }],
  };
  const blocks = [
    { id: 'ask', type: 'text input', options: { variableId: 'name' } },
    { id: 'model', type: 'openai', options },
    {
      ...{ id: 'say', type: 'text', outgoingEdgeId: 'back' },
      content: { richText: [{ type: 'p', children: [{ text: '{{Wish}}' }] }] },
    },
  ];
  const edges = [
    { id: 'toFirst', from: { eventId: 'start' }, to: { groupId: 'first' } },
    { id: 'back', from: { blockId: 'say' }, to: { groupId: 'first' } },
  ];
  const bot = { groups: [{ ...benchFlow.groups[0], blocks }], edges };
  await ask(server, `/api/v1/bots/${botId}`, { method: 'PATCH', body: { bot } });
  const published = await post(server, `bots/${botId}/publish`, {});
  return z.object({ publicId: z.string() }).parse(published).publicId;
}

async function post(server: BenchServer, path: string, body: object): Promise<unknown> {
  return (await ask(server, `/api/v1/${path}`, { body })).json();
}

/** Reads a stream until a text arrives. */
async function read({ port, token }: BenchServer, path: string, awaited: string, method = 'GET') {
  const leaving = new AbortController();
  const headers = { accept: 'text/event-stream', authorization: `Bearer ${token}` };
  const asked = { method, headers, signal: leaving.signal };
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, asked);
  const arrived = (async (): Promise<number> => {
    let seen = '';
    for await (const chunk of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
      seen += chunk;
      if (seen.includes(awaited)) return performance.now();
    }
    throw new Error(`No ${awaited} came of ${path}: ${response.status} ${seen}`);
  })();
  return { arrived, close: () => leaving.abort() };
}

async function subscribe({ port }: BenchServer, id: string) {
  const client = createClient({ url: `ws://127.0.0.1:${port}/graphql`, webSocketImpl: WebSocket });
  const events = client.iterate<{ chatEvents: { __typename: string } }>({
    query: SUBSCRIBE,
    variables: { id },
  });
  const seen = async (kind: string): Promise<number> => {
    for (;;) {
      const next = await events.next();
      if (next.done) throw new Error(`The subscription ended before a ${kind}`);
      if (next.value.data?.chatEvents.__typename === kind) return performance.now();
    }
  };
  await seen('ChatTurnEndEvent');
  return { arrived: seen('ChatDeltaEvent'), close: () => void client.dispose() };
}
