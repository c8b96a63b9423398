import { expect, test } from '@jest/globals';
import { createHttp } from '../../src/integrations/http.js';
import { addAiUse, findAiUsage } from '../../src/storage/aiUsage.js';
import { botOf } from '../support/botOf.js';
import { ask, say } from '../support/flowOf.js';
import { useModel } from '../support/modelServer.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { useStorage } from '../support/useStorage.js';

const model = useModel();
const app = useApp(
  { AI_BUDGETS: 'chat.tokens=80,bot.calls=4' },
  { http: createHttp({ allowedHosts: ['127.0.0.1'] }) },
);
const rest = restOf(app);

/** A published bot that asks a model after each message; and its workspace. */
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
  const { bot: made } = await bodyOf(rest.createBot({ workspaceId, bot }));
  const { publicId } = await bodyOf(rest.publishBot({ botId: made.id }));
  return { botId: made.id, publicId, workspaceId };
}

/** Sends a message that the model answers: 42 tokens. */
async function answered(sessionId: string): Promise<void> {
  const reply = bodyOf(rest.continueChat({ sessionId, message: 'Why?' }));
  const call = await model.next();
  call.say('Because');
  call.end();
  expect((await reply).messages).toHaveLength(2);
}

/** What a member reads of the usage. */
async function usageOf(botId: string, workspaceId: string): Promise<unknown> {
  const query = `query ($botId: ID!, $workspaceId: ID!) {
    bot(id: $botId) { aiUsage { calls tokens } }
    workspace(id: $workspaceId) { aiUsage { calls tokens } }
  }`;
  const { data } = await queryGraphql(app().url, { query, variables: { botId, workspaceId } });
  return data;
}

test('a chat whose AI budget is spent asks no more, says why in its log, and goes on', async () => {
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
    bot: { aiUsage: { calls: 2, tokens: 84 } },
    workspace: { aiUsage: { calls: 2, tokens: 84 } },
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

const own = useStorage();

test('processes that count at once lose nothing', async () => {
  const { pool } = own.storage;
  const use = { calls: 1, tokens: 7, promptTokens: 3, completionTokens: 4, milliseconds: 5 };
  const chats = Array.from({ length: 40 }, (_, at) => ({ chat: `ses_${at % 4}`, botId: 'bot_1' }));
  await Promise.all(chats.map((user) => addAiUse(pool, user, use)));
  const [bot, chat] = await findAiUsage(pool, ['bot_1', 'ses_1']);
  expect(bot).toMatchObject({ calls: 40, tokens: 280, promptTokens: 120, milliseconds: 200 });
  expect(chat).toMatchObject({ calls: 10, tokens: 70 });
});
