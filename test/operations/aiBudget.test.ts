import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { createHttp } from '../../src/integrations/http.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { partAt, recordAt, recordsAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { openReceiver } from '../support/webhookReceiver.js';
import { useModel } from '../support/modelServer.js';
import { bodyOf, queryGraphql, type Shown } from '../support/transports.js';
import { until } from '../support/until.js';
import { makeWorkspace, publishIn, restOf, useApp } from '../support/useApp.js';

const model = useModel();
const folder = mkdtempSync(join(tmpdir(), 'parley-budget-'));
const AI_PRICES = join(folder, 'prices.json');
const price = { vendor: 'openai', model: 'small', from: '2024-01-01', request: 0.25 };
writeFileSync(AI_PRICES, JSON.stringify([price]));
afterAll(() => rmSync(folder, { recursive: true }));
const app = useApp(
  { AI_PRICES, AI_BUDGETS: 'chat.tokens=80,bot.calls=4,workspace.cost=40' },
  { http: createHttp({ allowedHosts: ['127.0.0.1'] }), timeouts: { workEvery: 20 } },
);
const rest = restOf(app);

/** Publishes a bot that calls a model after each message. */
async function asker() {
  const workspaceId = await makeWorkspace(rest);
  const data = { apiKey: 'sk-canary-4712', baseUrl: model.url() };
  const credentials = { type: 'openai', name: 'Ours', data };
  const { credentialsId } = await bodyOf(rest.saveCredentials({ workspaceId, credentials }));
  const options = {
    credentialsId,
    action: 'Create chat completion',
    model: 'small',
    messages: [{ role: 'user', content: '{{Question}}' }],
    responseMapping: [{ item: 'Message content', variableId: 'vAnswer' }],
  };
  const askAgain = { ...ask('text input', 'Question'), to: 'Answer' };
  const bot = botOf({
    variables: { Question: null, Answer: null },
    groups: {
      Start: [askAgain],
      Answer: [{ type: 'openai', options }, say('{{Answer}}'), say('Go on'), askAgain],
    },
  });
  return { ...(await publishIn(rest, workspaceId, bot)), workspaceId };
}

/** Sends a message that the model answers: 42 tokens. */
async function answered(sessionId: string): Promise<void> {
  const reply = bodyOf(rest.continueChat({ sessionId, message: 'Why?' }));
  const call = await model.next();
  call.say('Because');
  call.end();
  expect((await reply).messages).toHaveLength(2);
}

/** The usage as a member reads it. */
async function usageOf(botId: string, workspaceId: string): Promise<unknown> {
  const query = `query ($botId: ID!, $workspaceId: ID!) {
    bot(id: $botId) { aiUsage { calls tokens cost } aiBudget { calls tokens cost } }
    workspace(id: $workspaceId) { aiUsage { calls tokens cost } aiBudget { calls cost } }
  }`;
  const { data } = await queryGraphql(app().url, { query, variables: { botId, workspaceId } });
  return data;
}

test('a chat whose AI budget is spent calls no model, says why in its log, and goes on', async () => {
  const { publicId, botId, workspaceId } = await asker();
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
  await answered(sessionId);
  await answered(sessionId);
  const asked = model.count();
  const reply = await bodyOf(rest.continueChat({ sessionId, message: 'And now?' }));
  expect(JSON.stringify(reply.messages)).toContain('Go on');
  expect(reply.input).toMatchObject({ type: 'text input' });
  expect(model.count()).toBe(asked);
  const { logs } = await bodyOf(rest.readLogs({ botId, resultId }));
  expect(JSON.stringify(logs)).toContain(
    'The AI budget of this chat is spent (84 of 80 tokens this month)',
  );
  expect(await usageOf(botId, workspaceId)).toMatchObject({
    bot: {
      aiUsage: { calls: 2, tokens: 84, cost: 0.5 },
      aiBudget: { calls: 4, tokens: null, cost: null },
    },
    workspace: {
      aiUsage: { calls: 2, tokens: 84, cost: 0.5 },
      aiBudget: { calls: null, cost: 40 },
    },
  });
});

test('what a client streams by itself is counted and limited too, for all chats of a bot together', async () => {
  const { publicId, botId, workspaceId } = await asker();
  const stream = async (): Promise<string> => {
    const started = await bodyOf(rest.startChat({ publicId, isStreamEnabled: true }));
    const { sessionId } = started;
    await bodyOf(rest.continueChat({ sessionId, message: 'Why?' }));
    const path = `/api/v2/sessions/${String(sessionId)}/streamMessage`;
    return (await fetch(`${app().url}${path}`, { method: 'POST' })).text();
  };
  for (let calls = 1; calls <= 4; calls += 1) {
    const text = stream();
    const call = await model.next();
    call.say('Because');
    call.end();
    expect(await text).toContain('Because');
  }
  expect(await stream()).toContain('AI budget of this bot is spent (4 of 4 calls this month)');
  expect(await usageOf(botId, workspaceId)).toMatchObject({
    bot: { aiUsage: { calls: 4, tokens: 168 } },
  });
});

test('what was said to a visitor who left in the middle is counted, as an estimate', async () => {
  const { publicId, botId } = await asker();
  const { sessionId } = await bodyOf(rest.startChat({ publicId, isStreamEnabled: true }));
  await bodyOf(rest.continueChat({ sessionId, message: 'Why? '.repeat(20) }));
  const path = `/api/v2/sessions/${String(sessionId)}/streamMessage`;
  const leaving = new AbortController();
  const response = await fetch(`${app().url}${path}`, { method: 'POST', signal: leaving.signal });
  const call = await model.next();
  call.say('Because of the long story that I will tell you');
  await response.body?.getReader().read();
  leaving.abort();
  await call.closed;
  const query = `query ($id: ID!) { bot(id: $id) { aiUsage {
    calls tokens promptTokens completionTokens estimatedTokens } } }`;
  const counted = async (): Promise<Shown> => {
    const { data } = await queryGraphql(app().url, { query, variables: { id: botId } });
    return recordAt(data, 'bot.aiUsage');
  };
  while ((await counted())['calls'] !== 1) await new Promise(setImmediate);
  const { tokens, promptTokens, completionTokens, estimatedTokens } = await counted();
  expect(completionTokens).toBe(12);
  expect(promptTokens).toBeGreaterThan(25);
  expect(tokens).toBe(estimatedTokens);
});

test('a workspace shows what AI took month by month, the newest first', async () => {
  const { workspaceId } = await asker();
  await rowsOf(
    app().databaseUrl,
    `insert into ai_usage (owner_id, month, calls, tokens, prompt_tokens, completion_tokens, milliseconds, cost)
      select $1, month::date, 1, 10, 5, 5, 9, 0.25 from unnest(array['2026-01-01', '2026-02-01']) as month`,
    [workspaceId],
  );
  const query = `query ($id: ID!) { workspace(id: $id) { aiUsageByMonth { month calls tokens cost } } }`;
  const { data } = await queryGraphql(app().url, { query, variables: { id: workspaceId } });
  expect(recordsAt(data, 'workspace.aiUsageByMonth')).toEqual(
    ['2026-02-01', '2026-01-01'].map((month) => ({ month, calls: 1, tokens: 10, cost: 0.25 })),
  );
});

test('an action that fails is counted', async () => {
  const { publicId, botId, workspaceId } = await asker();
  const { sessionId } = await bodyOf(rest.startChat({ publicId }));
  const reply = bodyOf(rest.continueChat({ sessionId, message: 'Why?' }));
  (await model.next()).refuse(500, '{}');
  await reply;
  expect(await usageOf(botId, workspaceId)).toMatchObject({
    bot: { aiUsage: { calls: 1, tokens: 0 } },
  });
});

const setBudget = async (owner: 'Bot' | 'Workspace', input: object): Promise<Shown> => {
  const query = `mutation ($input: Set${owner}AiBudgetInput!) { done: set${owner}AiBudget(input: $input) {
    ${owner.toLowerCase()} { aiBudget { calls tokens cost } } userErrors { path message } } }`;
  const { data } = await queryGraphql(app().url, { query, variables: { input } });
  return recordAt(data, 'done');
};

test('members of a workspace set its AI budget, and webhooks receive one event when it is spent', async () => {
  const { publicId, botId, workspaceId } = await asker();
  const receiver = await openReceiver();
  const query = `mutation ($input: CreateWebhookInput!) {
    createWebhook(input: $input) { userErrors { message } } }`;
  const told = { workspaceId, url: receiver.url, eventTypes: ['BUDGET_SPENT'] };
  await queryGraphql(app().url, { query, variables: { input: told } });
  expect(await setBudget('Bot', { botId, cost: 0.5, tokens: 1_000 })).toMatchObject({
    bot: { aiBudget: { calls: 4, tokens: 1_000, cost: 0.5 } },
  });
  // Absent members stay as they are; null means no limit.
  expect(await setBudget('Bot', { botId, tokens: null })).toMatchObject({
    bot: { aiBudget: { calls: 4, tokens: null, cost: 0.5 } },
  });
  const chats = await Promise.all([1, 2].map(() => bodyOf(rest.startChat({ publicId }))));
  for (const { sessionId } of chats) await answered(sessionId);
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
  const asked = model.count();
  for (const message of ['And now?', 'Now?'])
    await bodyOf(rest.continueChat({ sessionId, message }));
  expect(model.count()).toBe(asked);
  const { logs } = await bodyOf(rest.readLogs({ botId, resultId }));
  expect(JSON.stringify(logs)).toContain(
    'The AI budget of this bot is spent (0.5 of 0.5 US dollars this month)',
  );
  const [spent] = await receiver.first('budget.spent');
  expect(spent?.event).toMatchObject({
    data: {
      ...{ botId, budget: 'bot', measure: 'cost', used: 0.5, limit: 0.5 },
      month: new Date().toISOString().slice(0, 7),
    },
  });
  // A larger budget is allowed, and spent again.
  await setBudget('Bot', { botId, cost: 0.75 });
  await answered(sessionId);
  await until(() => receiver.received.length > 1);
  expect(receiver.received.map(({ event }) => partAt(event, 'data.used'))).toEqual([0.5, 0.75]);
  await receiver.close();
});

test('no workspace can allow more than the operator', async () => {
  const { botId, workspaceId } = await asker();
  expect(await setBudget('Bot', { botId, calls: 5 })).toEqual({
    bot: null,
    userErrors: [{ path: ['calls'], message: 'The operator of this server allows at most 4' }],
  });
  expect(await setBudget('Workspace', { workspaceId, cost: 41 })).toMatchObject({
    workspace: null,
  });
  expect(await setBudget('Workspace', { workspaceId, calls: 1_000_000 })).toMatchObject({
    workspace: { aiBudget: { calls: 1_000_000, cost: 40 } },
  });
  expect(await setBudget('Workspace', { workspaceId })).toMatchObject({
    workspace: { aiBudget: { calls: 1_000_000, cost: 40 } },
  });
});

test('of 20 chats that call a model at once, only as many get an answer as the budget allows', async () => {
  const { publicId, botId, workspaceId } = await asker();
  const ids = Array.from({ length: 20 }, (_, at) => at);
  const chats = await Promise.all(ids.map(() => bodyOf(rest.startChat({ publicId }))));
  const replies = chats.map(({ sessionId }) =>
    bodyOf(rest.continueChat({ sessionId, message: 'Why?' })),
  );
  const asked = [await model.next(), await model.next(), await model.next(), await model.next()];
  let refused = 0;
  for (const reply of replies) void reply.then(() => (refused += 1));
  await until(() => refused === 16);
  for (const call of asked) call.end();
  await Promise.all(replies);
  expect(await usageOf(botId, workspaceId)).toMatchObject({ bot: { aiUsage: { calls: 4 } } });
  const logs = await Promise.all(
    chats.map(({ resultId }) => bodyOf(rest.readLogs({ botId, resultId }))),
  );
  const held =
    'The rest of the AI budget of this bot is held for actions that run (0 of 4 calls this month, ';
  const texts = logs.map((one) => JSON.stringify(one));
  expect(texts.filter((text) => text.includes(held))).toHaveLength(16);
});

test('the trace of a preview says what a model took, in tokens and US dollars', async () => {
  const { botId } = await asker();
  const { sessionId } = await bodyOf(rest.startPreview({ botId }));
  await answered(sessionId);
  const query = `query ($sessionId: ID!) { chatTrace(sessionId: $sessionId, after: 1) { turns { entries {
    effect { kind use { tokens promptTokens completionTokens estimatedTokens cost } } } } } }`;
  const { data } = await queryGraphql(app().url, { query, variables: { sessionId } });
  expect(partAt(data, 'chatTrace.turns.0.entries')).toContainEqual({
    effect: {
      kind: 'forge',
      use: {
        ...{ tokens: 42, promptTokens: 0, completionTokens: 0, estimatedTokens: 0 },
        cost: 0.25,
      },
    },
  });
});
