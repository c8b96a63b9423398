import { expect, test } from '@jest/globals';
import type { ChatPorts } from '../../src/chat/ports.js';
import { sessionAfter, tracedTurns } from '../../src/chat/tracedTurns.js';
import { upgradeSession } from '../../src/engine/index.js';
import { unpackTrace } from '../../src/engine/trace/unpackTrace.js';
import { deleteExpired } from '../../src/storage/retention.js';
import { openFlows } from '../../src/storage/flows.js';
import { openStorage } from '../../src/storage/orm.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { useModel } from '../support/modelServer.js';
import { partAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { standIn } from '../support/standIn.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';

const outside = useModel();
const app = useApp({
  OUTBOUND_ALLOWED_HOSTS: '127.0.0.1',
  SECRET_KEY: 'the-key-of-the-server-of-this-test',
});
const rest = restOf(app);
const anyone = { token: null };
const asking = {
  variables: { Name: null },
  groups: { Start: [ask('text input', 'Name'), say('Hi')] },
};

const TRACE = `query ($sessionId: ID!, $after: Int = 0) { chatTrace(sessionId: $sessionId, after: $after) {
  lastTurn isTraced variables { name value depth } turns { turn entries { kind blockId way changes { kind name from to }
    effect { request result isOk printed } } } } }`;

const traceOf = async (sessionId: string, as: { token?: string | null } = {}) =>
  queryGraphql(app().url, { query: TRACE, variables: { sessionId } }, as);

/** Starts a preview, answers it, and returns its id. */
async function previewed(botId: string, ...answers: readonly string[]): Promise<string> {
  const { sessionId } = await bodyOf(rest.startPreview({ botId }));
  for (const message of answers) await bodyOf(rest.continueChat({ sessionId, message }));
  return sessionId;
}

async function makeDraft(
  flow: Parameters<typeof botOf>[0],
): Promise<{ botId: string; workspaceId: string }> {
  const workspaceId = await makeWorkspace(rest);
  const { bot } = await bodyOf(rest.createBot({ workspaceId, bot: botOf(flow) }));
  return { botId: bot.id, workspaceId };
}

test('the stored trace of a preview folds to its session after each turn', async () => {
  const { botId } = await makeDraft(asking);
  const { sessionId } = await bodyOf(rest.startPreview({ botId }));
  for (const message of ['Ada', 'Grace']) {
    await expectFolded(sessionId);
    await bodyOf(rest.continueChat({ sessionId, message }));
  }
  await expectFolded(sessionId);
});

const parsed = (text: unknown) => JSON.parse(String(text)) as Parameters<typeof unpackTrace>[0]; // As it was written.

async function expectFolded(sessionId: string): Promise<void> {
  const stored = 'select turn, state from chat_session where id = $1';
  const [chat] = await rowsOf<{ turn: number; state: unknown }>(app().databaseUrl, stored, [
    sessionId,
  ]);
  const { turn = 0, state } = chat ?? {};
  expect(await onPorts((ports) => sessionAfter(ports, sessionId, turn))).toEqual(
    upgradeSession(state),
  );
}

/** Reads traces as another server does, which has run none of their turns. */
async function onPorts<T>(read: (ports: ChatPorts) => Promise<T>): Promise<T> {
  const storage = await openStorage({ url: app().databaseUrl });
  const flows = openFlows(storage.pool);
  const ports = standIn<ChatPorts>({
    watchPool: storage.pool,
    flows,
    timeouts: { turnLasts: 60_000 },
  });
  try {
    return await read(ports);
  } finally {
    await storage.close();
  }
}

test('a member reads what each turn of a preview did, also from a later turn on', async () => {
  const { botId } = await makeDraft(asking);
  const sessionId = await previewed(botId, 'Ada');
  const { data } = await traceOf(sessionId);
  expect(data).toMatchObject({
    chatTrace: {
      ...{ lastTurn: 2, isTraced: true },
      variables: [{ name: 'Name', value: 'Ada', depth: 0 }],
    },
  });
  expect(partAt(data, 'chatTrace.turns.1.entries')).toMatchObject([
    { kind: 'BEGAN' },
    {
      kind: 'BLOCK',
      blockId: 'Start.1',
      way: 'NEXT_IN_GROUP',
      changes: expect.arrayContaining([
        { kind: 'VARIABLE', name: 'Name', from: null, to: 'Ada' },
      ]) as unknown,
    },
    { kind: 'BLOCK', blockId: 'Start.2', way: 'ENDED' },
    { kind: 'ENDED' },
  ]);
  const variables = { sessionId, after: 1 };
  const later = await queryGraphql(app().url, { query: TRACE, variables });
  expect(partAt(later.data, 'chatTrace.turns')).toMatchObject([{ turn: 2 }]);
});

test('a visitor, and a person of another workspace, do not find the trace of a chat they have the id of', async () => {
  const { botId } = await makeDraft(asking);
  const sessionId = await previewed(botId);
  for (const token of [null, await saveUser(app().databaseUrl)]) {
    const { data } = await traceOf(sessionId, { token });
    expect(data).toBeNull();
  }
});

test('a chat of a visitor is not traced, and neither is a preview that anybody may start', async () => {
  const { botId, publicId } = await makePublished(rest, botOf(asking));
  const live = await bodyOf(rest.startChat({ publicId }, anyone));
  const preview = await bodyOf(rest.startPreview({ botId }, anyone));
  for (const { sessionId } of [live, preview]) {
    const { data } = await traceOf(sessionId);
    expect(data).toMatchObject({ chatTrace: { lastTurn: 1, isTraced: false, turns: [] } });
  }
});

test('effects are shown without secrets, and only to people who may change the bot', async () => {
  const KEY = 'key-of-the-account';
  const workspaceId = await makeWorkspace(rest);
  const data = { apiKey: KEY, baseUrl: outside.url() };
  const credentials = { type: 'openai', name: 'Ours', data };
  const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
  const action = 'Create chat completion';
  const messages = [{ role: 'user', content: `Hi, ${KEY}` }];
  const model = { type: 'openai', options: { credentialsId, action, model: 'small', messages } };
  const headers = [{ id: 'h', key: 'X-Api-Key', value: 'header-of-the-author' }];
  const request = { type: 'Webhook', options: { webhook: { url: outside.url(), headers } } };
  const bot = botOf({ groups: { Start: [request, model] } });
  const {
    bot: { id: botId },
  } = await bodyOf(rest.createBot({ workspaceId, bot }));
  const started = bodyOf(rest.startPreview({ botId }));
  (await outside.next()).refuse(200, '{"access_token":"token-of-the-service"}');
  (await outside.next()).refuse(401, `The key ${KEY} is wrong`);
  const { sessionId } = await started;
  const shown = await traceOf(sessionId);
  expect(effectsIn(shown.data)).toMatchObject([{ isOk: true }, { isOk: false }]);
  expect(JSON.stringify(shown.data)).toContain('X-Api-Key');
  expect(JSON.stringify(shown.data)).not.toMatch(/key-of-the-account|header-of-the|token-of-the/);
  const place = { workspaceId, role: 'GUEST' };
  const reader = await saveUser(app().databaseUrl, place);
  await rowsOf(
    app().databaseUrl,
    `insert into collaborator (bot_id, user_id, type, created_at, updated_at)
     select $1, user_id, 'READ', now(), now() from api_token where user_id in (select user_id from member where role = 'GUEST')`,
    [botId],
  );
  const read = await traceOf(sessionId, { token: reader });
  expect(effectsIn(read.data)).toMatchObject([{ request: null, result: null }, { request: null }]);
});

const effectsIn = (data: unknown) => {
  const entries = partAt(data, 'chatTrace.turns.0.entries') as readonly { effect: unknown }[];
  return entries.flatMap(({ effect }) => (effect === null ? [] : [effect]));
};

test('a trace that a server before the short form stored is read like any other', async () => {
  const { botId } = await makeDraft(asking);
  const { sessionId } = await bodyOf(
    rest.startPreview({ botId, prefilledVariables: { Name: 'Ada' } }),
  );
  const { data: before } = await traceOf(sessionId);
  const select = 'select packed from chat_trace where session_id = $1';
  const [row] = await rowsOf(app().databaseUrl, select, [sessionId]);
  const entries = JSON.stringify(unpackTrace(parsed(row?.['packed'])));
  const earlier = 'update chat_trace set packed = null, entries = $2 where session_id = $1';
  await rowsOf(app().databaseUrl, earlier, [sessionId, entries]);
  expect(partAt(before, 'chatTrace.turns')).toHaveLength(1);
  expect((await traceOf(sessionId)).data).toEqual(before);
});

test('traces are deleted after their days, and those of turns that follow from them', async () => {
  const { botId } = await makeDraft(endless);
  const prefilledVariables = { Name: 'Ada' };
  const { sessionId } = await bodyOf(rest.startPreview({ botId, prefilledVariables }));
  for (let turn = 2; turn <= 51; turn += 1) {
    await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
  }
  const old = `update chat_trace set created_at = now() - interval '8 days' where session_id = $1 and turn = 1`;
  await rowsOf(app().databaseUrl, old, [sessionId]);
  const storage = await openStorage({ url: app().databaseUrl });
  const keeping = {
    sessionIdleDays: 7,
    chatLogDays: 0,
    auditLogDays: 0,
    chatTraceDays: 7,
    chatReplayDays: 7,
  };
  while (await deleteExpired(storage.pool, keeping));
  await storage.close();
  const { data } = await traceOf(sessionId);
  expect(partAt(data, 'chatTrace.turns')).toMatchObject([{ turn: 50 }, { turn: 51 }]);
});

const endless = {
  variables: { Name: null },
  groups: { Start: [{ ...ask('text input', 'Name'), to: 'Start' }] },
};

test('a turn that its log tells takes no room beside it, and readers of the log see no difference', async () => {
  const { botId } = await makeDraft(asking);
  const sessionId = await previewed(botId, 'Ada');
  const stored = 'select turn from chat_trace where session_id = $1';
  expect(await rowsOf(app().databaseUrl, stored, [sessionId])).toEqual([]);
  const { data } = await traceOf(sessionId);
  expect(partAt(data, 'chatTrace.turns')).toHaveLength(2);
  const page = `query ($sessionId: ID!) { chatEventPage(sessionId: $sessionId) { events { document } } }`;
  const log = await queryGraphql(app().url, { query: page, variables: { sessionId } });
  const events = partAt(log.data, 'chatEventPage.events') as readonly { document: object }[];
  expect(Object.keys(events.at(-1)?.document ?? {}).sort()).toEqual([
    'at',
    'isEnded',
    'kind',
    'seq',
    'turn',
  ]);
});

test('a turn that hands the chat over to a person folds to its session as well', async () => {
  const handing = {
    Start: [ask('text input', 'Name'), { type: 'Human handover', options: { queue: 'Sales' } }],
  };
  const { botId, publicId } = await makePublished(rest, botOf({ ...asking, groups: handing }));
  const share = { query: SHARE, variables: { input: { botId, share: 1 } } };
  await queryGraphql(app().url, share);
  const { sessionId } = await bodyOf(rest.startChat({ publicId }, anyone));
  for (const message of ['Ada', 'Is anybody there?']) {
    await bodyOf(rest.continueChat({ sessionId, message }));
    await expectFolded(sessionId);
  }
});

const LIMITS = `query ($sessionId: ID!) { chatTrace(sessionId: $sessionId) { turns { entries { limits { blocks engineTook turnTook } } } } }`;

test('a turn that is run again for its trace says how long it took then', async () => {
  const { botId } = await makeDraft(asking);
  const sessionId = await previewed(botId, 'Ada');
  const took = `update chat_event set events = regexp_replace(events::text, '(?<="traced":\\[[0-9]+),[0-9.]+,[0-9.]+', ',1.5,12')::json
    where session_id = $1 and turn = 2`;
  await rowsOf(app().databaseUrl, took, [sessionId]);
  const { data } = await queryGraphql(app().url, { query: LIMITS, variables: { sessionId } });
  const entries = partAt(data, 'chatTrace.turns.1.entries') as readonly object[];
  expect(entries.at(-1)).toEqual({ limits: { blocks: 1, engineTook: 1.5, turnTook: 12 } });
});

test('a turn that does not run again as its log tells is left out, and those after it up to a whole session', async () => {
  const { botId } = await makeDraft(endless);
  const sessionId = await previewed(
    botId,
    ...Array.from({ length: 50 }, (_, turn) => `Ada ${turn}`),
  );
  const other = `update chat_event set events = replace(events::text, 'text input', 'number input')::json where session_id = $1 and turn = 3`;
  await rowsOf(app().databaseUrl, other, [sessionId]);
  const query = `query ($sessionId: ID!, $after: Int!) { chatTrace(sessionId: $sessionId, after: $after) { turns { turn } } }`;
  const turnsAfter = async (after: number) =>
    (await queryGraphql(app().url, { query, variables: { sessionId, after } })).data;
  expect(await turnsAfter(0)).toEqual({ chatTrace: { turns: [{ turn: 1 }, { turn: 2 }] } });
  expect(await turnsAfter(2)).toEqual({ chatTrace: { turns: [{ turn: 50 }, { turn: 51 }] } });
});

test('a turn whose flow is no longer stored is left out, but an outage of the database is an error', async () => {
  const { botId } = await makeDraft(asking);
  const sessionId = await previewed(botId, 'Ada');
  const turnsWith = async (error: Error) =>
    onPorts((ports) => {
      const flows = { ...ports.flows, load: () => Promise.reject(error) };
      return tracedTurns({ ...ports, flows }, sessionId, 0);
    });
  expect(await turnsWith(new Error('Gone'))).toEqual([]);
  await expect(turnsWith(new Error('Connection terminated'))).rejects.toThrow(
    'Connection terminated',
  );
});

const SHARE = `mutation ($input: SetBotTracingInput!) { setBotTracing(input: $input) { bot { traceShare } userErrors { path } } }`;
const SWITCH = `mutation ($input: SetChatTracingInput!) { setChatTracing(input: $input) { isTraced turn } }`;

test('chats of a bot are traced once a share of them is to be, and one chat when that is asked for', async () => {
  const { botId, publicId } = await makePublished(rest, botOf(asking));
  const { sessionId } = await bodyOf(rest.startChat({ publicId }, anyone));
  const change = async (query: string, input: object) =>
    (await queryGraphql(app().url, { query, variables: { input } })).data;
  expect(await change(SHARE, { botId, share: 1 })).toMatchObject({
    setBotTracing: { bot: { traceShare: 1 } },
  });
  expect(await change(SHARE, { botId, share: 2 })).toMatchObject({
    setBotTracing: { bot: null, userErrors: [{ path: ['share'] }] },
  });
  const later = await bodyOf(rest.startChat({ publicId }, anyone));
  await bodyOf(rest.continueChat({ sessionId: later.sessionId, message: 'Ada' }));
  await expectFolded(later.sessionId);
  expect(await change(SWITCH, { sessionId, isTraced: true })).toEqual({
    setChatTracing: { isTraced: true, turn: 2 },
  });
  await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
  await expectFolded(sessionId);
  const { data } = await traceOf(sessionId);
  expect(partAt(data, 'chatTrace.turns')).toMatchObject([{ turn: 2 }, { turn: 3 }]);
});
