import { describe, expect, test } from '@jest/globals';
import { createClient } from 'graphql-ws';
import WebSocket from 'ws';
import { TOKEN } from '../support/app.js';
import { botOf, interview, parrot } from '../support/botOf.js';
import { recordAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';
import { openWatcher } from '../support/watcher.js';

const app = useApp();
const rest = restOf(app);

interface Change {
  readonly changed: readonly {
    readonly id: string;
    readonly isCompleted: boolean;
    readonly transcript: readonly { readonly text: string | null }[];
  }[];
  readonly removedIds: readonly string[];
  readonly stats: { readonly totalViews: number; readonly totalCompleted: number };
}

test('results are reported when they are created, changed or deleted, at most once a second', async () => {
  const { botId, publicId } = await makePublished(rest, botOf(interview));
  const client = openWatcher(app().url, { authorization: `Bearer ${TOKEN}` });
  const query = `subscription ($botId: ID!) { resultChanged(botId: $botId, hasStarted: null) {
    changed { id isCompleted sessionId transcript { text } } removedIds stats { totalViews totalCompleted } } }`;
  const stream = client.iterate<{ resultChanged: Change }>({ query, variables: { botId } });
  const next = async (): Promise<Change | undefined> => {
    const sent = await stream.next();
    return sent.done ? undefined : sent.value.data?.resultChanged;
  };
  expect(await next()).toMatchObject({ changed: [], stats: { totalViews: 0 } });
  const since = performance.now();
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
  const begun = await next();
  expect(begun?.changed.map(({ id }) => id)).toEqual([resultId]);
  let told = 1;
  let last = begun;
  for (const message of ['Ada', '36']) await bodyOf(rest.continueChat({ sessionId, message }));
  for (; last?.stats.totalCompleted !== 1; told += 1) last = await next();
  expect(last).toMatchObject({
    changed: [{ id: resultId, isCompleted: true, sessionId }],
    stats: { totalViews: 1, totalCompleted: 1 },
  });
  expect(begun?.changed[0]?.transcript.map(({ text }) => text)).toContain('Welcome!');
  expect(last?.changed[0]?.transcript.map(({ text }) => text)).toContain('36');
  // However slow the machine, a second is between two events, minus the time by which a timer may be early.
  expect((told - 1) * 990).toBeLessThan(performance.now() - since);
  await bodyOf(rest.deleteResults({ botId, all: true }));
  expect(await next()).toMatchObject({ changed: [], removedIds: [resultId] });
  await client.dispose();
});

test('one result is followed by its id, and others cause no events', async () => {
  const { botId, publicId } = await makePublished(rest, botOf(interview));
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
  const client = openWatcher(app().url, { authorization: `Bearer ${TOKEN}` });
  const query = `subscription ($botId: ID!, $resultId: ID) { resultChanged(botId: $botId, resultId: $resultId, hasStarted: null) {
    mustReload changed { id transcript { text } } removedIds } }`;
  const watch = (only?: unknown) => {
    const stream = client.iterate({ query, variables: { botId, resultId: only } });
    return async () => recordAt((await stream.next()).value, 'data.resultChanged');
  };
  const [next, nextOfAll] = [watch(resultId), watch()];
  for (const one of [next, nextOfAll]) expect(await one()).toMatchObject({ mustReload: true });
  const { resultId: other } = await bodyOf(rest.startChat({ publicId }));
  expect(await nextOfAll()).toMatchObject({ changed: [{ id: other }] });
  await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
  expect(await next()).toMatchObject({ changed: [{ id: resultId }] });
  await bodyOf(rest.deleteResults({ botId, all: true }));
  expect(await next()).toMatchObject({ changed: [], removedIds: [resultId] });
  await client.dispose();
});

test('the columns of the table follow the flow and the preferences', async () => {
  const preferences = {
    columnsOrder: ['vAge'],
    columnsVisibility: { vName: false },
    columnsWidth: { vAge: 80 },
  };
  const bot = botOf(interview, { resultsTablePreferences: preferences });
  const { botId } = await makePublished(rest, bot);
  const query = `query ($botId: ID!) { bot(id: $botId) { resultColumns {
    columnId label blockIds variableIds blockType isVisible width } } }`;
  const { data } = await queryGraphql(app().url, { query, variables: { botId } });
  const name = { columnId: 'vName', label: 'Name', blockIds: ['Start.2'], variableIds: ['vName'] };
  const age = { columnId: 'vAge', label: 'Age', blockIds: ['Start.4'], variableIds: ['vAge'] };
  expect(data).toEqual({
    bot: {
      resultColumns: [
        { ...age, blockType: 'number input', isVisible: true, width: 80 },
        { ...name, blockType: 'text input', isVisible: false, width: null },
      ],
    },
  });
});

describe('a chat that is taken over:', () => {
  interface Change {
    readonly changed: readonly { readonly id: string; readonly updatedAt: string }[];
  }

  test('those who watch the results see that a chat was taken over, and what is said meanwhile', async () => {
    const { botId, publicId } = await makePublished(rest, botOf(interview));
    const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
    const client = openWatcher(app().url, { authorization: `Bearer ${TOKEN}` });
    const query = `subscription ($botId: ID!) { resultChanged(botId: $botId, hasStarted: null) {
    changed { id updatedAt chatStatus transcript { text } } } }`;
    const stream = client.iterate<{ resultChanged: Change }>({ query, variables: { botId } });
    const next = async (): Promise<Change | undefined> => {
      const sent = await stream.next();
      return sent.done ? undefined : sent.value.data?.resultChanged;
    };
    expect(await next()).toMatchObject({ changed: [] });
    let before = '';
    /** Expects one event of the table for a change of the chat, later than the one before. */
    const shows = async (done: Promise<unknown>, shown: object): Promise<void> => {
      await done;
      const change = await next();
      expect(change).toMatchObject({ changed: [{ id: resultId, ...shown }] });
      const { updatedAt = '' } = change?.changed[0] ?? {};
      expect(updatedAt > before).toBe(true);
      before = updatedAt;
    };
    const last = (text: string) => ({ transcript: expect.arrayContaining([{ text }]) as unknown });
    const status = (to: string) => bodyOf(rest.setStatus({ sessionId, status: to }));
    await shows(status('PAUSED'), { chatStatus: 'PAUSED' });
    await shows(bodyOf(rest.continueChat({ sessionId, message: 'A person, please' })), {
      chatStatus: 'PAUSED',
      ...last('A person, please'),
    });
    await shows(bodyOf(rest.postAgentMessage({ sessionId, text: 'Here I am' })), last('Here I am'));
    await shows(status('OPEN'), { chatStatus: 'OPEN' });
    await shows(status('CLOSED'), { chatStatus: 'CLOSED' });
    await client.dispose();
  });

  test('taking over a chat that was only registered makes no result of it', async () => {
    const { publicId } = await makePublished(rest, botOf(interview));
    const started = await bodyOf(rest.startChat({ publicId, isOnlyRegistering: true }));
    await bodyOf(rest.setStatus({ sessionId: started.sessionId, status: 'PAUSED' }));
    expect(
      await rowsOf(app().databaseUrl, 'select id from result where id = $1', [started.resultId]),
    ).toEqual([]);
  });
});

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
