import { expect, test } from '@jest/globals';
import { TOKEN } from '../support/app.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { partAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { openWatcher } from '../support/watcher.js';
import { eventually } from '../support/until.js';
import { makePublished, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);
const anyone = { token: null };

const flowOf = (text: string, expressionToEvaluate = '{{Name}}.length + Math.random()') => ({
  variables: { Name: null, Length: null },
  groups: {
    Start: [
      ask('text input', 'Name'),
      { type: 'Set variable', options: { variableId: 'vLength', expressionToEvaluate } },
      say(text),
      ask('text input', 'Name'),
    ],
  },
});

const graphql = async (query: string, variables: object) =>
  (await queryGraphql(app().url, { query, variables })).data;

const KEEP = `mutation ($botId: ID!, $share: Float!) { setBotReplay(input: { botId: $botId, share: $share }) {
  bot { replayShare } userErrors { path } } }`;
const REPLAY = `query ($botId: ID!, $first: Int = 100, $after: String, $resultIds: [ID!], $versionId: ID) {
  replayChats(botId: $botId, first: $first, after: $after, resultIds: $resultIds, versionId: $versionId) {
    found total same different stuck unknown byBlock { blockId groupTitle reason chats } chats { resultId outcome turn was is } nextCursor } }`;

/** A published bot whose chats are kept, and the results of its chats. */
async function visited(chats: number): Promise<{ botId: string; resultIds: string[] }> {
  const { botId, publicId } = await makePublished(rest, botOf(flowOf('Hi {{Name}}')));
  expect(await graphql(KEEP, { botId, share: 1 })).toMatchObject({
    setBotReplay: { bot: { replayShare: 1 } },
  });
  const resultIds: string[] = [];
  for (let chat = 0; chat < chats; chat += 1) {
    const { sessionId, resultId = '' } = await bodyOf(rest.startChat({ publicId }, anyone));
    for (const message of ['Ada', 'Bye'])
      await bodyOf(rest.continueChat({ sessionId, message }, anyone));
    resultIds.unshift(resultId);
  }
  return { botId, resultIds };
}

const replay = async (variables: object) => partAt(await graphql(REPLAY, variables), 'replayChats');

test('a draft that was not changed says the same to all visitors, also where code drew random numbers', async () => {
  const { botId, resultIds } = await visited(2);
  expect(await replay({ botId })).toEqual({
    found: 2,
    total: 2,
    same: 2,
    different: 0,
    stuck: 0,
    unknown: 0,
    byBlock: [],
    chats: [],
    nextCursor: null,
  });
  const versions = await bodyOf(rest.listVersions({ botId }));
  const versionId = partAt(versions, 'versions.0.id');
  expect(await replay({ botId, versionId, resultIds: resultIds.slice(1) })).toMatchObject({
    total: 1,
    same: 1,
  });
});

test('a person watches a replay until it is done, and the next may begin when they leave before', async () => {
  const { botId } = await visited(1);
  const socket = openWatcher(app().url, { authorization: `Bearer ${TOKEN}` });
  const query = `subscription ($botId: ID!) { chatsReplayed(botId: $botId, seconds: 5) {
    found total same chats { outcome } nextCursor } }`;
  const watch = () => socket.iterate({ query, variables: { botId } });
  const stream = watch();
  const last = await stream.next();
  expect(last.value).toMatchObject({
    data: { chatsReplayed: { found: 1, total: 1, same: 1, chats: [], nextCursor: null } },
  });
  expect((await stream.next()).done).toBe(true);
  const left = watch();
  void left.next();
  await left.return?.();
  await eventually(async () => expect(await replay({ botId })).toMatchObject({ same: 1 }));
  await socket.dispose();
});

test('a chat that moved to another version says the same when it is replayed with the one it began with', async () => {
  const { botId, publicId } = await makePublished(rest, botOf(flowOf('Hi {{Name}}')));
  await graphql(KEEP, { botId, share: 1 });
  const { sessionId } = await bodyOf(rest.startChat({ publicId }, anyone));
  await bodyOf(rest.updateBot({ botId, bot: botOf(flowOf('Moved, {{Name}}')) }));
  const publish = `mutation ($botId: ID!) { publishBot(input: { botId: $botId, inFlightPolicy: MOVE_AT_NEXT_INPUT }) {
    userErrors { message } } }`;
  await graphql(publish, { botId });
  const { messages } = await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }, anyone));
  expect(messages[0]?.content['plainText']).toBe('Moved, Ada');
  const { versions } = await bodyOf(rest.listVersions({ botId }));
  const first = await replay({ botId, versionId: partAt(versions, '1.id') });
  expect(first).toMatchObject({ total: 1, same: 1 });
});

test('a draft that says something else differs at that block, chat by chat and page by page', async () => {
  const { botId, resultIds } = await visited(3);
  await bodyOf(rest.updateBot({ botId, bot: botOf(flowOf('Hello {{Name}}')) }));
  const first = await replay({ botId, first: 2 });
  expect(first).toMatchObject({
    ...{ total: 2, different: 2 },
    byBlock: [{ blockId: 'Start.3', groupTitle: 'Start', reason: 'MESSAGE', chats: 2 }],
    chats: resultIds.slice(0, 2).map((resultId) => ({ resultId, outcome: 'DIFFERENT', turn: 2 })),
  });
  const second = await replay({ botId, first: 2, after: partAt(first, 'nextCursor') });
  expect(second).toMatchObject({ total: 1, chats: [{ resultId: resultIds[2] }], nextCursor: null });
  const after = Buffer.from('[9224318016000000,"x"]').toString('base64url');
  const { errors } = await queryGraphql(app().url, { query: REPLAY, variables: { botId, after } });
  expect(errors).toMatchObject([{ message: expect.stringContaining('Is no cursor of this list') }]);
});

test('where a chat ends earlier, nothing is shown in place of what it asked for', async () => {
  const { botId } = await visited(1);
  const { variables, groups } = flowOf('Hi {{Name}}');
  const shorter = { variables, groups: { Start: groups.Start.slice(0, -1) } };
  await bodyOf(rest.updateBot({ botId, bot: botOf(shorter) }));
  expect(await replay({ botId })).toMatchObject({
    byBlock: [{ reason: 'ENDS_EARLIER' }],
    chats: [{ was: expect.stringContaining('text input') as unknown, is: null }],
  });
});

test('a thousand chats are asked for at once with all that is said of each', async () => {
  const { botId } = await visited(1);
  await bodyOf(rest.updateBot({ botId, bot: botOf(flowOf('Hello {{Name}}')) }));
  expect(await replay({ botId, first: 1_000 })).toMatchObject({ total: 1, different: 1 });
});

test('code that was changed runs again, unless it asks a service, which nobody asked then', async () => {
  const { botId } = await visited(1);
  const draft = async (code: string) =>
    bodyOf(rest.updateBot({ botId, bot: botOf(flowOf('Hi {{Name}}', code)) }));
  await draft('{{Name}}.length');
  expect(await replay({ botId })).toMatchObject({ total: 1, same: 1 });
  await draft("return fetch('https://example.com')");
  expect(await replay({ botId })).toMatchObject({
    ...{ total: 1, unknown: 1 },
    byBlock: [{ blockId: 'Start.2', reason: 'CHANGED_REQUEST', chats: 1 }],
  });
});

test('a text that a visitor sent is kept only in the log of the chat, if the turn asked nobody for anything', async () => {
  const flow = { groups: { Start: [ask('text input'), say('Hi'), ask('text input')] } };
  const { botId, publicId } = await makePublished(rest, botOf(flow));
  await graphql(KEEP, { botId, share: 1 });
  const { sessionId } = await bodyOf(rest.startChat({ publicId }, anyone));
  await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }, anyone));
  const rows = 'select turn from chat_replay where session_id = $1 order by turn';
  const turnsKept = () => rowsOf(app().databaseUrl, rows, [sessionId]);
  expect(await turnsKept()).toEqual([]);
  expect(await replay({ botId })).toMatchObject({ total: 1, same: 1 });
  const changed = { groups: { Start: [ask('number input'), say('Hi'), ask('text input')] } };
  await bodyOf(rest.updateBot({ botId, bot: botOf(changed) }));
  expect(await replay({ botId })).toMatchObject({ chats: [{ turn: 2 }] });
});
