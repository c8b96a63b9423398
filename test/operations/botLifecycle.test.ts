import { describe, expect, test } from '@jest/globals';
import { botOf, interview, parrot } from '../support/botOf.js';
import {
  queryGraphql,
  bodyOf,
  transportNames,
  openTransport,
  refusalOf,
  type Shown,
} from '../support/transports.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { recordAt } from '../support/parts.js';

const app = useApp();

describe.each(transportNames)('over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const makeBot = async (workspaceId: string, bot: object = {}) =>
    (await bodyOf(transport.createBot({ workspaceId, bot }))).bot;
  const namesOf = async (sent: object) =>
    (await bodyOf(transport.listBots(sent))).bots.map((bot) => bot.name);

  describe('the list of bots', () => {
    test('shows the newest first, each with its live version', async () => {
      const workspaceId = await makeWorkspace(transport);
      const first = await makeBot(workspaceId, { name: 'First', icon: '🤖' });
      await makeBot(workspaceId, { name: 'Second' });
      const { version, publicId } = await bodyOf(transport.publishBot({ botId: first.id }));
      const { bots, nextCursor } = await bodyOf(transport.listBots({ workspaceId }));
      expect(bots.map((bot) => bot.name)).toEqual(['Second', 'First']);
      expect(bots[1]).toEqual({
        id: first.id,
        name: 'First',
        icon: '🤖',
        folderId: null,
        publicId,
        publishedBotId: version.id,
        createdAt: first['createdAt'],
        updatedAt: expect.stringMatching(/Z$/),
      });
      expect(nextCursor).toBeNull();
    });

    test('can be limited to a folder, or to bots outside every folder', async () => {
      const workspaceId = await makeWorkspace(transport);
      const { folder } = await bodyOf(transport.createFolder({ workspaceId }));
      await makeBot(workspaceId, { name: 'Filed', folderId: folder.id });
      await makeBot(workspaceId, { name: 'Loose' });
      expect(await namesOf({ workspaceId })).toEqual(['Loose', 'Filed']);
      expect(await namesOf({ workspaceId, folderId: folder.id })).toEqual(['Filed']);
      expect(await namesOf({ workspaceId, folderId: 'root' })).toEqual(['Loose']);
      expect(await namesOf({ workspaceId, folderId: 'fld_none' })).toEqual([]);
    });

    test('comes in pages', async () => {
      const workspaceId = await makeWorkspace(transport);
      for (const title of ['A', 'B', 'C']) await makeBot(workspaceId, { name: title });
      const { bots, nextCursor } = await bodyOf(transport.listBots({ workspaceId, limit: 2 }));
      expect(bots.map((bot) => bot.name)).toEqual(['C', 'B']);
      expect(await namesOf({ workspaceId, cursor: nextCursor })).toEqual(['A']);
    });

    test.each([
      ['a limit of 101', { limit: 101 }],
      ['a limit of 0', { limit: 0 }],
      ['a cursor that is none', { cursor: '!' }],
    ])('is refused with %s', async (_case, sent) => {
      const workspaceId = await makeWorkspace(transport);
      expect((await refusalOf(transport.listBots({ workspaceId, ...sent }))).code).toBe(
        'BAD_REQUEST',
      );
    });

    test('is refused without a workspace', async () => {
      expect((await refusalOf(transport.listBots({}))).issues?.[0]).toEqual({
        path: ['workspaceId'],
        message: 'Required',
      });
    });
  });

  describe('a deleted bot', () => {
    test('cannot be read, listed or chatted with, and its addresses become free', async () => {
      const { botId, publicId, workspaceId } = await makePublished(
        transport,
        botOf(interview, { customDomain: `bye-${name}.example.com` }),
      );
      expect(await bodyOf(transport.deleteBot({ botId }))).toEqual({ deletedId: botId });
      expect((await refusalOf(transport.readBot({ botId }))).reason).toBe('BOT_NOT_FOUND');
      expect((await refusalOf(transport.startChat({ publicId }))).reason).toBe('BOT_NOT_FOUND');
      expect((await refusalOf(transport.deleteBot({ botId }))).reason).toBe('BOT_NOT_FOUND');
      expect(await namesOf({ workspaceId })).toEqual([]);
      await makeBot(workspaceId, { publicId, customDomain: `bye-${name}.example.com` });
    });

    test('can be restored with its draft, versions and results, unpublished and without an address', async () => {
      const { botId, publicId } = await makePublished(transport, botOf(interview));
      const { sessionId } = await bodyOf(transport.startChat({ publicId }));
      await bodyOf(transport.continueChat({ sessionId, message: 'Ada' }));
      const { bot: before } = await bodyOf(transport.readBot({ botId }));
      await bodyOf(transport.deleteBot({ botId }));
      const { bot } = await bodyOf(transport.restoreBot({ botId }));
      expect(bot).toEqual({ ...before, publicId: null, updatedAt: bot.updatedAt });
      expect(await bodyOf(transport.readPublished({ botId }))).toEqual({
        publishedBot: null,
        version: '6',
      });
      expect((await bodyOf(transport.listResults({ botId }))).results).toHaveLength(1);
      const { version } = await bodyOf(transport.publishBot({ botId }));
      expect(version.number).toBe(2);
    });

    test('is the only one that can be restored', async () => {
      const { id: botId } = await makeBot(await makeWorkspace(transport));
      expect((await refusalOf(transport.restoreBot({ botId }))).reason).toBe('BOT_NOT_FOUND');
    });
  });

  test('an unpublished bot refuses new chats, and lets running ones go on', async () => {
    const { botId, publicId } = await makePublished(transport, botOf(parrot));
    const { sessionId } = await bodyOf(transport.startChat({ publicId }));
    const { bot } = await bodyOf(transport.unpublishBot({ botId }));
    expect(bot['publicId']).toBe(publicId);
    expect((await refusalOf(transport.startChat({ publicId }))).reason).toBe('BOT_NOT_FOUND');
    const { messages } = await bodyOf(transport.continueChat({ sessionId, message: 'polly' }));
    expect(messages[0]?.content['plainText']).toBe('You said polly');
    expect((await bodyOf(transport.readPublished({ botId }))).publishedBot).toBeNull();
  });

  test('the linked bots of a draft are listed once each, in order, and only those of its workspace', async () => {
    const workspaceId = await makeWorkspace(transport);
    const [one, two, foreign] = [
      await makeBot(workspaceId, { name: 'One' }),
      await makeBot(workspaceId, { name: 'Two' }),
      await makeBot(await makeWorkspace(transport), { name: 'Foreign' }),
    ];
    const ids = [two.id, one.id, two.id, 'current', foreign.id, 'bot_none'];
    const blocks = ids.map((botId, at) => ({ id: `b${at}`, type: 'Bot link', options: { botId } }));
    const groups = [{ id: 'g', title: 'G', graphCoordinates: { x: 0, y: 0 }, blocks }];
    const { id: botId } = await makeBot(workspaceId, { groups });
    const { bots } = await bodyOf(transport.linkedBots({ botId }));
    expect(bots.map((bot) => bot.name)).toEqual(['Two', 'One']);
    expect(bots[0]?.['draft']).toMatchObject({ version: '6' });
  });
});

const rest = restOf(app);
const ask = async (query: string, variables: object, token?: string): Promise<Shown> => {
  const { data, errors } = await queryGraphql(
    app().url,
    { query, variables },
    { ...(token && { token }) },
  );
  if (errors) throw new Error(JSON.stringify(errors));
  return data ?? {};
};
const DUPLICATE = `mutation ($input: DuplicateBotInput!) { done: duplicateBot(input: $input) {
  bot { raw publishedVersion { id } workspaceId } userErrors { reason path } } }`;
const MOVE = `mutation ($input: MoveBotsInput!) { done: moveBots(input: $input) {
  bots { id folderId workspaceId } userErrors { reason path } } }`;

describe('a copy of a bot', () => {
  test('has the draft with its ids, but no address and no versions', async () => {
    const { botId } = await makePublished(rest, botOf(interview, { icon: '🤖' }));
    const { done } = await ask(DUPLICATE, { input: { botId } });
    const { bot: original } = await bodyOf(rest.readBot({ botId }));
    const copy = recordAt(done, 'bot');
    const { id, createdAt, updatedAt } = recordAt(copy, 'raw');
    expect(copy['raw']).toEqual({ ...original, id, createdAt, updatedAt, publicId: null });
    expect(id).not.toBe(botId);
    expect(copy['publishedVersion']).toBeNull();
  });

  test('can be made in another workspace under another name, at its root', async () => {
    const { botId, workspaceId } = await makePublished(rest, botOf(interview));
    const { folder } = await bodyOf(rest.createFolder({ workspaceId }));
    await bodyOf(rest.updateBot({ botId, bot: { folderId: folder.id } }));
    const toWorkspaceId = await makeWorkspace(rest);
    const { done } = await ask(DUPLICATE, { input: { botId, toWorkspaceId, name: 'Copy' } });
    expect(done).toMatchObject({
      bot: { workspaceId: toWorkspaceId, raw: { name: 'Copy', folderId: null } },
    });
  });

  test('cannot be made in a workspace of somebody else', async () => {
    const { botId } = await makePublished(rest, botOf(interview));
    const token = await saveUser(app().databaseUrl);
    const { workspace } = await bodyOf(rest.createWorkspace({ name: 'Theirs' }, { token }));
    const { done } = await ask(DUPLICATE, { input: { botId, toWorkspaceId: workspace.id } });
    expect(done).toEqual({
      bot: null,
      userErrors: [{ reason: 'WORKSPACE_NOT_FOUND', path: ['toWorkspaceId'] }],
    });
  });
});

describe('bots that are moved', () => {
  test('can go to a folder together, and back to the root', async () => {
    const workspaceId = await makeWorkspace(rest);
    const { folder } = await bodyOf(rest.createFolder({ workspaceId }));
    const botIds = [];
    for (let count = 0; count < 3; count += 1) {
      botIds.push((await bodyOf(rest.createBot({ workspaceId, bot: {} }))).bot.id);
    }
    for (const toFolderId of [folder.id, null]) {
      const { done } = await ask(MOVE, { input: { botIds, toFolderId } });
      expect(done).toEqual({
        bots: botIds.map((id) => ({ id, folderId: toFolderId, workspaceId })),
        userErrors: [],
      });
    }
  });

  test('can go to another workspace with their results, and stay published', async () => {
    const { botId, publicId } = await makePublished(rest, botOf(interview));
    const toWorkspaceId = await makeWorkspace(rest);
    const { done } = await ask(MOVE, { input: { botIds: [botId], toWorkspaceId } });
    expect(done).toMatchObject({ bots: [{ id: botId, workspaceId: toWorkspaceId }] });
    await bodyOf(rest.startChat({ publicId }));
    expect((await bodyOf(rest.listBots({ workspaceId: toWorkspaceId }))).bots).toHaveLength(1);
  });

  test('all stay if one of them may not be moved', async () => {
    const { botId, workspaceId } = await makePublished(rest, botOf(interview));
    const { folder } = await bodyOf(rest.createFolder({ workspaceId }));
    const input = { botIds: [botId, 'bot_none'], toFolderId: folder.id };
    expect(await ask(MOVE, { input })).toEqual({
      done: { bots: null, userErrors: [{ reason: 'BOT_NOT_FOUND', path: null }] },
    });
    expect((await bodyOf(rest.readBot({ botId }))).bot['folderId']).toBeNull();
  });

  test('cannot go into a folder of another workspace, nor more than 100 at once', async () => {
    const { botId } = await makePublished(rest, botOf(interview));
    const { folder } = await bodyOf(rest.createFolder({ workspaceId: await makeWorkspace(rest) }));
    expect(await ask(MOVE, { input: { botIds: [botId], toFolderId: folder.id } })).toMatchObject({
      done: { userErrors: [{ reason: 'VALIDATION', path: ['toFolderId'] }] },
    });
    const many = Array.from({ length: 101 }, () => botId);
    expect(await ask(MOVE, { input: { botIds: many } })).toMatchObject({
      done: { userErrors: [{ reason: 'VALIDATION', path: ['botIds'] }] },
    });
  });
});

test('a public id can be checked for its form and whether it is free, and another one is proposed', async () => {
  // Combining marks, whose sorting takes minutes for a long run.
  const marks = '\u0301'.repeat(60_000) + '\u0316'.repeat(60_000);
  const name = `Taken${marks}`;
  const { publicId } = await makePublished(rest, botOf(interview, { name }));
  expect(publicId).toMatch(/^taken-[a-z0-9]{7}$/);
  const query = `query ($publicId: ShortText!) { check: publicIdCheck(publicId: $publicId) {
    isValid isAvailable suggestion } }`;
  const check = async (id: string) => (await ask(query, { publicId: id }))['check'];
  expect(await check('free-one')).toEqual({ isValid: true, isAvailable: true, suggestion: null });
  expect(await check(publicId)).toEqual({
    isValid: true,
    isAvailable: false,
    suggestion: expect.stringMatching(new RegExp(`^${publicId}-[a-z0-9]{7}$`)),
  });
  expect(await check('Docs')).toEqual({
    isValid: false,
    isAvailable: false,
    suggestion: expect.stringMatching(/^docs-[a-z0-9]{7}$/),
  });
  expect(await check('Two words!')).toEqual({
    isValid: false,
    isAvailable: false,
    suggestion: 'two-words',
  });
  expect(await check('äöü 🤖')).toMatchObject({ isValid: false, suggestion: 'aou' });
  expect(await check('🤖')).toMatchObject({ suggestion: 'bot' });
});
