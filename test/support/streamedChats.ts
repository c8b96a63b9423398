import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { createHttp } from '../../src/integrations/http.js';
import { startTestApp, type TestApp } from './app.js';
import { botOf } from './botOf.js';
import { bodyOf, openTransport } from './transports.js';
import { openEventStream } from './eventSource.js';
import { ask, say, type BlockSketch } from './flowOf.js';
import { useModel, type Model } from './modelServer.js';
import { makeWorkspace, publishIn } from './useApp.js';
import { openWatcher, watch } from './watcher.js';

/** An API key, which no event and no log may contain. */
export const SECRET = 'sk-very-secret';
const settings = { SECRET_KEY: 'the-key-of-both-servers-of-this-test', LOG_LEVEL: 'debug' };
const log = {
  debug: (fields: object, text: string) => void logged.push(JSON.stringify([fields, text])),
};
const around = { http: createHttp({ allowedHosts: ['127.0.0.1'], log }) };
/** The model service that the bots of these tests use. */
export let model: Model;
/** What the servers and their HTTP client have logged. */
export const logged: string[] = [];
/** The first of two servers on one database. */
export let first: TestApp;
/** The second server. */
export let second: TestApp;
/** Starts the servers and the model for the tests of a file; call it at the top level of the file. */
export function useStreamedChats(): void {
  model = useModel();
  logged.length = 0;
  beforeAll(async () => {
    first = await startTestApp(settings, (line) => logged.push(line), around);
    const shared = { ...settings, DATABASE_URL: first.databaseUrl };
    second = await startTestApp(shared, (line) => logged.push(line), around);
  });
  afterEach(() => {
    for (const stop of stops.splice(0)) stop();
  });
  afterAll(async () => {
    await second.close();
    await first.close();
  });
}
/** REST of the first server. */
export const rest = openTransport('REST', () => first.url);

const stops: (() => void)[] = [];

interface Published {
  readonly botId: string;
  readonly publicId: string;
}

const askAgain = { ...ask('text input', 'Question'), to: 'Answer' };

/** Publishes a bot that asks for a question, lets the model answer, runs `own` blocks, shows the answer and ends with `last`. */
export const asker = async (
  own: readonly BlockSketch[] = [],
  last: BlockSketch = askAgain,
): Promise<Published> => {
  const workspaceId = await makeWorkspace(rest);
  const credentials = {
    type: 'openai',
    name: 'Ours',
    data: { apiKey: SECRET, baseUrl: model.url() },
  };
  const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
  const options = {
    credentialsId,
    action: 'Create chat completion',
    model: 'small',
    messages: [{ role: 'user', content: '{{Question}}' }],
    responseMapping: [
      { item: 'Message content', variableId: 'vAnswer' },
      { item: 'Total tokens', variableId: 'vCost' },
    ],
  };
  const bot = botOf({
    variables: { Question: null, Answer: null, Cost: null },
    groups: {
      Start: [askAgain],
      Answer: [
        { type: 'openai', options },
        ...own,
        say('{{Answer}}'),
        say('{{Cost}} tokens'),
        last,
      ],
    },
  });
  return publishIn(rest, workspaceId, bot);
};

/** Begins a chat whose turn waits for the model. */
export const begin = async (published?: Published) => {
  const { publicId } = published ?? (await asker());
  const { sessionId } = await bodyOf(rest.startChat({ publicId }));
  const reply = bodyOf(rest.continueChat({ sessionId, message: 'Why?' }));
  reply.catch(() => undefined);
  return { sessionId, reply, call: await model.next() };
};

/** Watches a chat over a WebSocket. */
export const watching = (app: TestApp, sessionId: string, after = 0) => {
  const socket = openWatcher(app.url);
  const opened = watch(socket, sessionId, after);
  stops.push(() => socket.terminate());
  return { ...opened, socket };
};
/** Watches a chat by Server-Sent Events. */
export const listening = async (app: TestApp, sessionId: string, headers = {}) => {
  const stream = await openEventStream(`${app.url}/api/v1/sessions/${sessionId}/events`, headers);
  stops.push(() => stream.stop());
  return stream;
};

/** A delta as watchers receive it. */
export interface Delta {
  readonly seq: number;
  readonly text: string;
  readonly offset: number;
  readonly blockId: string;
}
type Watching = Pick<ReturnType<typeof watch>, 'seen' | 'until'>;

/** The deltas that a watcher has received. */
export const deltasIn = ({ seen }: Pick<Watching, 'seen'>): Delta[] =>
  seen
    .filter(({ kind }) => kind === 'delta')
    .map(({ seq, raw }) => ({ seq, ...raw }) as unknown as Delta); // The members of a delta's `raw`.
/** The text that a client shows, which writes each delta at its offset. */
const shownBy = (watcher: Pick<Watching, 'seen'>): string =>
  deltasIn(watcher).reduce((text, { text: piece, offset }) => text.slice(0, offset) + piece, '');
/** Waits until a client would show exactly this text. */
export const untilShown = async (watcher: Watching, text: string): Promise<void> => {
  while (shownBy(watcher) !== text) await watcher.until(watcher.seen.length + 1);
};
/** The numbers of the stored events that a watcher has received. */
export const numbersIn = ({ seen }: Pick<Watching, 'seen'>) =>
  seen.filter(({ kind }) => !passing.includes(kind)).map(({ seq }) => seq);
const passing = ['received', 'delta', 'withdrawn'];
