import { expect, test } from '@jest/globals';
import { botOf, interview, parrot } from '../support/botOf.js';
import { partAt, textAt } from '../support/parts.js';
import { bodyOf, queryGraphql } from '../support/transports.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);

const first = botOf(interview, { name: 'Interview' });
const second = botOf(parrot, { name: 'Parrot' });

interface Sent {
  readonly workspaceId: string;
  readonly bot: object;
  readonly sourceId?: string;
  readonly isDryRun?: boolean;
  readonly replacesBotId?: string;
}

/** Syncs a bot: returns the outcome and the bot, or why it is refused. */
async function sync(sent: Sent): Promise<{ outcome: unknown; botId: unknown; reason: unknown }> {
  const query = `mutation ($input: SyncBotInput!) { done: syncBot(input: $input) {
    outcome bot { id sourceId } userErrors { reason message } } }`;
  const variables = { input: { sourceId: 'there', ...sent } };
  const { data } = await queryGraphql(app().url, { query, variables });
  return {
    outcome: partAt(data, 'done.outcome'),
    botId: partAt(data, 'done.bot.id'),
    reason: partAt(data, 'done.userErrors.0.reason'),
  };
}

async function groupsOf(botId: unknown): Promise<number> {
  const { bot } = await bodyOf(rest.readBot({ botId }));
  return Array.isArray(bot['groups']) ? bot['groups'].length : 0;
}

test('a bot that is synced twice is one bot', async () => {
  const workspaceId = await makeWorkspace(rest);
  const made = await sync({ workspaceId, bot: first });
  expect(made).toMatchObject({ outcome: 'CREATED', reason: undefined });
  expect(await sync({ workspaceId, bot: first })).toMatchObject({
    outcome: 'UNCHANGED',
    botId: made.botId,
  });
  expect((await bodyOf(rest.listBots({ workspaceId }))).bots).toHaveLength(1);
});

test('a bot that changed where it comes from is brought up to date', async () => {
  const workspaceId = await makeWorkspace(rest);
  const { botId } = await sync({ workspaceId, bot: first });
  expect(await sync({ workspaceId, bot: second })).toMatchObject({ outcome: 'UPDATED', botId });
  expect(await groupsOf(botId)).toBe(2);
});

test('what was changed here is replaced only on request', async () => {
  const workspaceId = await makeWorkspace(rest);
  const { botId } = await sync({ workspaceId, bot: first });
  await bodyOf(rest.updateBot({ botId, bot: { settings: { metadata: { title: 'Ours' } } } }));
  expect(await sync({ workspaceId, bot: first })).toMatchObject({ outcome: 'UNCHANGED' });
  expect(await sync({ workspaceId, bot: second })).toMatchObject({ reason: 'BOT_CHANGED' });
  expect(await groupsOf(botId)).toBe(1);
  const replacesBotId = String(botId);
  expect(await sync({ workspaceId, bot: second, replacesBotId })).toMatchObject({
    outcome: 'UPDATED',
    botId,
  });
  expect(await groupsOf(botId)).toBe(2);
  expect(await sync({ workspaceId, bot: second, replacesBotId })).toMatchObject({
    outcome: 'UNCHANGED',
  });
});

test('the same change on both sides is no conflict', async () => {
  const workspaceId = await makeWorkspace(rest);
  const { botId } = await sync({ workspaceId, bot: first });
  const settings = { metadata: { title: 'Both' } };
  await bodyOf(rest.updateBot({ botId, bot: { settings } }));
  const { bot } = await bodyOf(rest.readBot({ botId }));
  expect(await sync({ workspaceId, bot })).toMatchObject({ outcome: 'UPDATED', botId });
});

test('a flow can replace a bot that was made here, and no bot can be replaced by two flows', async () => {
  const workspaceId = await makeWorkspace(rest);
  const { bot } = await bodyOf(rest.createBot({ workspaceId, bot: { name: 'Ours' } }));
  const replacesBotId = bot.id;
  expect(await sync({ workspaceId, bot: first, replacesBotId })).toMatchObject({
    outcome: 'UPDATED',
    botId: bot.id,
  });
  const { bot: other } = await bodyOf(rest.createBot({ workspaceId, bot: {} }));
  const again = { workspaceId, bot: second, replacesBotId: other.id };
  expect(await sync(again)).toMatchObject({ reason: 'VALIDATION' });
  const elsewhere = { workspaceId: await makeWorkspace(rest), bot: second, replacesBotId };
  expect(await sync(elsewhere)).toMatchObject({ reason: 'VALIDATION' });
});

test('a bot that was synced from one source is not tied to another', async () => {
  const workspaceId = await makeWorkspace(rest);
  const { botId } = await sync({ workspaceId, bot: first });
  const other = { workspaceId, bot: second, sourceId: 'elsewhere', replacesBotId: String(botId) };
  expect(await sync(other)).toMatchObject({ reason: 'VALIDATION' });
});

test('an id that no index can hold is refused', async () => {
  const workspaceId = await makeWorkspace(rest);
  const sourceId = Array.from({ length: 900 }, (_none, at) =>
    String.fromCodePoint(0x4e00 + at * 7),
  );
  expect(await sync({ workspaceId, bot: first, sourceId: sourceId.join('') })).toMatchObject({
    reason: 'VALIDATION',
  });
});

test('a dry run says what would be done, and does nothing', async () => {
  const workspaceId = await makeWorkspace(rest);
  const dry = { workspaceId, isDryRun: true };
  expect(await sync({ ...dry, bot: first })).toMatchObject({ outcome: 'CREATED', botId: null });
  expect((await bodyOf(rest.listBots({ workspaceId }))).bots).toEqual([]);
  const { botId } = await sync({ workspaceId, bot: first });
  expect(await sync({ ...dry, bot: second })).toMatchObject({ outcome: 'UPDATED', botId });
  expect(await groupsOf(botId)).toBe(1);
});

test('a bot that was archived or moved away is made again', async () => {
  const workspaceId = await makeWorkspace(rest);
  const { botId } = await sync({ workspaceId, bot: first });
  await bodyOf(rest.deleteBot({ botId }));
  const again = await sync({ workspaceId, bot: first });
  expect(again.outcome).toBe('CREATED');
  await bodyOf(rest.restoreBot({ botId }));
  const toWorkspaceId = await makeWorkspace(rest);
  const query = `mutation ($input: MoveBotsInput!) { done: moveBots(input: $input) {
    bots { sourceId } userErrors { message } } }`;
  const variables = { input: { botIds: [again.botId], toWorkspaceId } };
  const { data } = await queryGraphql(app().url, { query, variables });
  expect(partAt(data, 'done.bots.0.sourceId')).toBeNull();
  expect(await sync({ workspaceId, bot: first })).toMatchObject({ outcome: 'CREATED' });
});

test('two callers that sync the same bot at once make one bot', async () => {
  const workspaceId = await makeWorkspace(rest);
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, async () => sync({ workspaceId, bot: first })),
  );
  const created = outcomes.filter(({ outcome }) => outcome === 'CREATED');
  expect(created).toHaveLength(1);
  for (const { outcome, reason } of outcomes)
    expect(['CREATED', 'UNCHANGED', 'CHANGED_MEANWHILE']).toContain(outcome ?? reason);
  expect((await bodyOf(rest.listBots({ workspaceId }))).bots).toHaveLength(1);
});

test('a bot can be exported with the names of the original', async () => {
  const workspaceId = await makeWorkspace(rest);
  const link = botOf({ groups: { Start: [{ type: 'Bot link', options: { botId: 'there' } }] } });
  const { bot } = await bodyOf(rest.createBot({ workspaceId, bot: link }));
  const url = `${app().url}/api/v1/bots/${bot.id}?forOriginal=true`;
  const headers = { authorization: 'Bearer the-owner-of-this-test-server' };
  const exported: unknown = await (await fetch(url, { headers })).json();
  expect(textAt(exported, 'bot.groups.0.blocks.0.type')).toBe('Typebot link');
  expect(partAt(exported, 'bot.groups.0.blocks.0.options')).toEqual({ typebotId: 'there' });
  const plain = await bodyOf(rest.readBot({ botId: bot.id }));
  expect(textAt(plain, 'bot.groups.0.blocks.0.type')).toBe('Bot link');
});
