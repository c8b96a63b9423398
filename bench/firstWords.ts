import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { z } from 'zod';
import { createDatabase } from './database.js';
import { describeMachine, machineLine } from './machine.js';
import { quantilesOf } from './measure.js';
import { startServer, type BenchServer } from './server.js';
import type { Later } from './stage.js';

const STREAMS = 200;
/** How long the model thinks, in milliseconds, so that the server waits for it; and how long before the first stream counts. */
const THINKS = 60;
const WARM_UP = 20;
const SUBSCRIBE = `subscription ($id: ID!) { chatEvents(sessionId: $id) { __typename } }`;

/** A way by which the first words of an answer reach somebody; settles when they are there. */
type Way = (chat: string) => Promise<{ readonly arrived: Promise<number>; close(): void }>;

/**
 * Shows how soon the first words of an AI answer arrive after the model's double has written them, by each way: at a subscriber
 * over a WebSocket, at a reader of the event stream, and at a client that streams by itself.
 */
export async function benchFirstWords(later: Later): Promise<void> {
  const model = await openModel(later);
  const database = await createDatabase({});
  later(database.drop);
  const settings = { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1', VENDOR_ADDRESSES: `openai=${model.url}` };
  const server = await startServer(database.url, [], { settings });
  later(async () => void (await server.stop()));
  const publicId = await publishAsker(server);
  console.log(`${machineLine(describeMachine())}; PostgreSQL ${database.postgresVersion}`);
  const ways: Readonly<Record<string, Way>> = {
    subscriber: (chat) => subscribe(server, chat),
    'event stream': (chat) => read(server, `sessions/${chat}/events`, 'event: delta'),
    streamMessage: (chat) => read(server, `sessions/${chat}/streamMessage`, '0:', 'POST'),
  };
  for (const [name, way] of Object.entries(ways)) {
    const isOwn = name === 'streamMessage';
    const delays: number[] = [];
    for (let number = -WARM_UP; number < STREAMS; number += 1) {
      const chat = await startChat(server, publicId, isOwn);
      const turn = (): Promise<unknown> =>
        post(server, `sessions/${chat}/continueChat`, { message: 'Why?' });
      if (isOwn) await turn();
      const { arrived, close } = await way(chat);
      const turned = isOwn ? undefined : turn();
      const delay = (await arrived) - model.saidAt();
      if (number >= 0) delays.push(delay);
      await turned;
      close();
    }
    const partOf = quantilesOf(delays);
    const [p50, p95, p99] = [0.5, 0.95, 0.99].map((part) => partOf(part).toFixed(1));
    console.log(`${name}: p50 ${p50}, p95 ${p95}, p99 ${p99} ms of ${STREAMS}`);
  }
}

/** The double of a model: thinks, says one word, thinks, and ends. */
async function openModel(later: Later) {
  let saidAt = 0;
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    request.resume();
    await once(request, 'end');
    response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
    await wait(THINKS);
    saidAt = performance.now();
    response.write('data: {"choices":[{"index":0,"delta":{"content":"Because"}}]}\n\n');
    await wait(THINKS);
    response.end(
      'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
    );
  };
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  later(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, saidAt: () => saidAt };
}

async function publishAsker(server: BenchServer): Promise<string> {
  const { workspace } = made.parse(await post(server, 'workspaces', { name: 'Bench' }));
  const credentials = { type: 'openai', name: 'Bench', data: { apiKey: 'sk-bench' } };
  const saved = await post(server, 'credentials', { workspaceId: workspace?.id, credentials });
  const flow = askingFlow(made.parse(saved).credentialsId ?? '');
  const body = { workspaceId: workspace?.id, bot: flow };
  const { bot } = made.parse(await post(server, 'bots/import', body));
  return made.parse(await post(server, `bots/${bot?.id}/publish`, {})).publicId ?? '';
}

/** text input → model → its answer, and back to the beginning. */
function askingFlow(credentialsId: string): object {
  const place = { graphCoordinates: { x: 0, y: 0 } };
  const asked = {
    ...{ credentialsId, action: 'Create chat completion', model: 'm' },
    messages: [{ role: 'user', content: '{{Question}}' }],
    responseMapping: [{ item: 'Message content', variableId: 'answer' }],
  };
  const said = { richText: [{ type: 'p', children: [{ text: '{{Answer}}' }] }] };
  const blocks = [
    { id: 'ask', type: 'text input', options: { variableId: 'question' } },
    { id: 'model', type: 'openai', options: asked },
    { id: 'say', type: 'text', content: said, outgoingEdgeId: 'back' },
  ];
  return {
    ...{ name: 'Asker', version: '6', theme: {}, settings: {} },
    events: [{ id: 'start', type: 'start', outgoingEdgeId: 'toFirst', ...place }],
    groups: [{ id: 'first', title: 'First', ...place, blocks }],
    edges: [
      { id: 'toFirst', from: { eventId: 'start' }, to: { groupId: 'first' } },
      { id: 'back', from: { blockId: 'say' }, to: { groupId: 'first' } },
    ],
    variables: [
      { id: 'question', name: 'Question' },
      { id: 'answer', name: 'Answer' },
    ],
  };
}

const named = z.object({ id: z.string() }).optional();
const made = z.object({
  ...{ workspace: named, bot: named, credentialsId: z.string().optional() },
  ...{ publicId: z.string().optional(), sessionId: z.string().optional() },
});

async function startChat(server: BenchServer, publicId: string, isStreamEnabled: boolean) {
  const started = await post(server, `bots/${publicId}/startChat`, { isStreamEnabled });
  return made.parse(started).sessionId ?? '';
}

async function post(server: BenchServer, path: string, body: object): Promise<unknown> {
  const response = await ask(server, path, { method: 'POST', body: JSON.stringify(body) });
  return response.json();
}

async function ask({ port, token }: BenchServer, path: string, init: RequestInit) {
  const accept = init.method === 'POST' ? 'application/json' : 'text/event-stream';
  const headers = { accept, authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const response = await fetch(`http://127.0.0.1:${port}/api/v1/${path}`, { ...init, headers });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

/** Reads a stream until a text arrives. */
async function read(server: BenchServer, path: string, text: string, method = 'GET') {
  const leaving = new AbortController();
  const response = await ask(server, path, { method, signal: leaving.signal });
  const arrived = (async (): Promise<number> => {
    let seen = '';
    const chunks = response.body?.pipeThrough(new TextDecoderStream()) ?? [];
    for await (const chunk of chunks) {
      seen += chunk;
      if (seen.includes(text)) return performance.now();
    }
    throw new Error(`No ${text} came of ${path}: ${seen}`);
  })();
  return { arrived, close: () => leaving.abort() };
}

async function subscribe({ port }: BenchServer, chat: string) {
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', {
    perMessageDeflate: false,
  });
  const send = (message: object): void => socket.send(JSON.stringify(message));
  let begun = (): void => undefined;
  const watching = new Promise<void>((resolve) => (begun = resolve));
  const arrived = new Promise<number>((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => send({ type: 'connection_init' }));
    socket.on('message', (data: Buffer) => {
      const text = data.toString('utf8');
      if (text.includes('"connection_ack"')) {
        send({
          id: '1',
          type: 'subscribe',
          payload: { query: SUBSCRIBE, variables: { id: chat } },
        });
      } else if (text.includes('Delta')) resolve(performance.now());
      else if (text.includes('TurnEnd')) begun();
    });
  });
  await watching;
  return { arrived, close: () => socket.terminate() };
}
