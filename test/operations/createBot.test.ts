import { describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import { bodyOf, transportNames, openTransport, refusalOf } from '../support/transports.js';
import { rowsOf } from '../support/rows.js';
import { makeWorkspace, useApp } from '../support/useApp.js';

const app = useApp();

const BOT_KEYS = [
  ...['version', 'id', 'name', 'events', 'groups', 'edges', 'variables', 'theme'],
  ...['selectedThemeTemplateId', 'settings', 'createdAt', 'updatedAt', 'icon', 'folderId'],
  ...['publicId', 'customDomain', 'workspaceId', 'resultsTablePreferences', 'isArchived'],
  ...['isClosed', 'messengerCredentialsId', 'riskLevel'],
];
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

describe.each(transportNames)('over %s', (name) => {
  const transport = openTransport(name, () => app().url);
  const create = async (bot: object) =>
    bodyOf(transport.createBot({ workspaceId: await makeWorkspace(transport), bot }));
  const refuse = async (bot: unknown) =>
    refusalOf(transport.createBot({ workspaceId: await makeWorkspace(transport), bot }));

  describe('creating a bot', () => {
    test('accepts an empty bot and returns every field, null where there is nothing', async () => {
      const workspaceId = await makeWorkspace(transport);
      const { bot } = await bodyOf(transport.createBot({ workspaceId, bot: {} }));
      expect(Object.keys(bot).sort()).toEqual([...BOT_KEYS].sort());
      expect(bot).toMatchObject({
        id: expect.stringMatching(/^bot_/),
        version: '6',
        name: 'My bot',
        events: [{ id: expect.any(String), type: 'start', graphCoordinates: { x: 0, y: 0 } }],
        groups: [],
        edges: [],
        variables: [],
        theme: {},
        settings: {},
        createdAt: expect.stringMatching(TIMESTAMP),
        updatedAt: expect.stringMatching(TIMESTAMP),
        workspaceId,
        isArchived: false,
        isClosed: false,
      });
      for (const key of ['icon', 'folderId', 'publicId', 'customDomain', 'riskLevel']) {
        expect(bot[key]).toBeNull();
      }
      expect((await bodyOf(transport.readBot({ botId: bot.id }))).bot).toEqual(bot);
    });

    test('stores everything that was sent', async () => {
      const members = {
        name: 'Lead form',
        icon: '🤖',
        publicId: `Lead.Form_~-${name}`,
        customDomain: `Chat.example.com/${name}`,
        selectedThemeTemplateId: 'template',
        resultsTablePreferences: { columnsOrder: ['a'], columnsVisibility: {}, columnsWidth: {} },
      };
      const { bot } = await create(botOf(interview, members));
      expect(bot).toMatchObject({ ...members, customDomain: `chat.example.com/${name}` });
    });

    test('keeps unknown keys inside its documents and beside them', async () => {
      const { bot } = await create({
        flavour: { of: 'later' },
        groups: [
          { id: 'g', title: 'G', graphCoordinates: { x: 0, y: 0, z: 1 }, blocks: [], mood: 1 },
        ],
        variables: [{ id: 'v', name: 'V', colour: 'red' }],
        theme: { future: { a: 1 } },
        settings: { general: { isNewThing: true } },
      });
      expect(bot).toMatchObject({
        flavour: { of: 'later' },
        groups: [{ graphCoordinates: { x: 0, y: 0, z: 1 }, mood: 1 }],
        variables: [{ colour: 'red' }],
        theme: { future: { a: 1 } },
        settings: { general: { isNewThing: true } },
      });
    });

    test('returns theme and settings exactly as sent, the order of keys included', async () => {
      const documents = {
        settings: {
          typingEmulation: { speed: 300, enabled: true },
          publicShare: { isEnabled: true },
          general: { rememberUser: { storage: 'session' }, isBrandingEnabled: false },
        },
        theme: {
          customCss: '.a { }',
          chat: { roundness: 'none', container: { opacity: 0.5, maxWidth: '800px' } },
          general: { font: 'Inter', background: { content: '#fff', type: 'Color' } },
        },
      };
      const { bot } = await create(documents);
      const { bot: read } = await bodyOf(transport.readBot({ botId: bot.id }));
      for (const shown of [bot, read]) {
        expect(JSON.stringify(shown['theme'])).toBe(JSON.stringify(documents.theme));
        expect(JSON.stringify(shown['settings'])).toBe(JSON.stringify(documents.settings));
      }
    });

    test.each([
      ['that is empty', ''],
      ['that is a step in a path', '..'],
      ['with a space', 'two words'],
      ['with a letter beyond A to Z', 'ä'],
      ['with a slash', 'a/b'],
      ['of 256 characters', 'x'.repeat(256)],
      ['that is a number', 7],
    ])('refuses a public id %s', async (_case, publicId) => {
      const { code, issues } = await refuse({ publicId });
      expect(code).toBe('BAD_REQUEST');
      expect(issues?.[0]?.path).toEqual(['bot', 'publicId']);
    });

    test('accepts a public id of one character and one of 255', async () => {
      const long = `${name}${'y'.repeat(255 - name.length)}`;
      const short = name === 'REST' ? 'r' : 'g';
      expect((await create({ publicId: long })).bot['publicId']).toBe(long);
      expect((await create({ publicId: short })).bot['publicId']).toBe(short);
    });

    test('refuses a public id and a domain of another bot; with other capital letters they are free', async () => {
      const domain = `${name.toLowerCase()}.example.com`;
      await create({ publicId: `taken-${name}`, customDomain: domain });
      expect(await refuse({ publicId: `taken-${name}` })).toMatchObject({
        code: 'BAD_REQUEST',
        reason: 'PUBLIC_ID_TAKEN',
        issues: [{ path: ['bot', 'publicId'] }],
      });
      expect(await refuse({ customDomain: domain.toUpperCase() })).toMatchObject({
        code: 'BAD_REQUEST',
        reason: 'DOMAIN_TAKEN',
        issues: [{ path: ['bot', 'customDomain'] }],
      });
      expect((await create({ publicId: `TAKEN-${name}` })).bot['publicId']).toBe(`TAKEN-${name}`);
    });

    test('puts it at the root if its folder is not in the workspace', async () => {
      const foreign = await makeFolder(await makeWorkspace(transport));
      for (const folderId of ['nowhere', foreign]) {
        expect((await create({ folderId })).bot['folderId']).toBeNull();
      }
      const workspaceId = await makeWorkspace(transport);
      const folderId = await makeFolder(workspaceId);
      const { bot } = await bodyOf(transport.createBot({ workspaceId, bot: { folderId } }));
      expect(bot['folderId']).toBe(folderId);
    });

    test.each([
      ['no bot', undefined, ['bot']],
      ['a bot that is a list', [], ['bot']],
      ['groups that are no list', { groups: {} }, ['bot', 'groups']],
      ['a group without blocks', { groups: [{ id: 'g', title: '' }] }, ['bot', 'groups', 0]],
      ['a name that is null', { name: null }, ['bot', 'name']],
      ['a NUL within', { name: 'a\0' }, ['bot', 'name']],
    ])('refuses %s and says where the fault is', async (_case, bot, path) => {
      const { code, reason, issues } = await refuse(bot);
      expect([code, reason]).toEqual(['BAD_REQUEST', 'VALIDATION']);
      expect(issues?.[0]?.path.slice(0, path.length).map(String)).toEqual(path.map(String));
    });

    test('gives the same answer for a missing workspace as for that of somebody else', async () => {
      const refusal = await refusalOf(transport.createBot({ workspaceId: 'wks_none', bot: {} }));
      expect(refusal).toMatchObject({ code: 'NOT_FOUND', reason: 'WORKSPACE_NOT_FOUND' });
    });
  });
});

const makeFolder = async (workspaceId: string): Promise<string> => {
  const id = `fld_of_${workspaceId}`;
  await rowsOf(
    app().databaseUrl,
    'insert into folder (id, workspace_id, name, created_at, updated_at) values ($1, $2, $1, now(), now())',
    [id, workspaceId],
  );
  return id;
};
