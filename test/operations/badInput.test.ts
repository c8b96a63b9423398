import { beforeAll, describe, expect, test } from '@jest/globals';
import { botOf, interview } from '../support/botOf.js';
import {
  bodyOf,
  transportNames,
  openTransport,
  refusalOf,
  type OperationName,
} from '../support/transports.js';
import { rowsOf } from '../support/rows.js';
import { makePublished, makeWorkspace, restOf, useApp } from '../support/useApp.js';

const app = useApp();
const rest = restOf(app);

/** What rows below name before it is there: things of ours, and the same of another workspace and bot. */
const things: Record<string, string> = {};

beforeAll(async () => {
  const made = await makePublished(rest, botOf(interview, { publicId: 'taken' }));
  const { workspaceId, botId, publicId } = made;
  const other = await makePublished(rest, botOf(interview));
  const { sessionId, resultId } = await bodyOf(rest.startChat({ publicId }));
  await bodyOf(rest.continueChat({ sessionId, message: 'Ada' }));
  const folder = async (of: string) =>
    (await bodyOf(rest.createFolder({ workspaceId: of }))).folder.id;
  const elsewhere = await makeWorkspace(rest);
  const look = { workspaceId: elsewhere, themeTemplateId: 'theirs', name: 'Theirs', theme: {} };
  await bodyOf(rest.saveThemeTemplate(look));
  const credentials = { type: 'openai', name: 'Theirs', data: { apiKey: 'sk-1' } };
  const kept = await bodyOf(rest.saveCredentials({ workspaceId: elsewhere, credentials }));
  Object.assign(things, {
    ...{ workspaceId, botId, resultId, otherBotId: other.botId },
    folderId: await folder(workspaceId),
    otherFolderId: await folder(elsewhere),
    otherCredentialsId: kept.credentialsId,
  });
});

/** Names of things stand for their ids. */
function filled(sent: unknown): unknown {
  const text = JSON.stringify(sent).replaceAll(/"\$(\w+)"/g, (_, name) =>
    JSON.stringify(things[name]),
  );
  return JSON.parse(text);
}

const at = { graphCoordinates: { x: 0, y: 0 } };
const groupOf = (block: object) => [{ id: 'g', title: 'G', ...at, blocks: [block] }];
const weird = groupOf({ id: 'b', type: 'weird' });
const slow = { typingEmulation: { delayBetweenBubbles: 6 } };

type Row = readonly [operation: OperationName, sent: object, reason: string, path?: string];
const making = (bot: unknown, path: string, reason = 'VALIDATION'): Row => {
  return ['createBot', { workspaceId: '$workspaceId', bot }, reason, path];
};
const importing = (bot: unknown, path: string): Row => {
  return ['importBot', { workspaceId: '$workspaceId', bot }, 'VALIDATION', path];
};
const changing = (bot: unknown, path: string, reason = 'VALIDATION'): Row => {
  return ['updateBot', { botId: '$botId', bot }, reason, path];
};
const filing = (folder: unknown, path: string): Row => {
  const sent = { workspaceId: '$workspaceId', folderId: '$folderId', folder };
  return ['updateFolder', sent, 'VALIDATION', path];
};

/** What callers get wrong, each with the message and the path they get. */
const rows: readonly Row[] = [
  ['createWorkspace', {}, 'VALIDATION', 'name'],
  ['createWorkspace', { name: 7 }, 'VALIDATION', 'name'],
  ['createWorkspace', { name: null }, 'VALIDATION', 'name'],
  ['createBot', { bot: {} }, 'VALIDATION', 'workspaceId'],
  ['createBot', { workspaceId: '$workspaceId' }, 'VALIDATION', 'bot'],
  ['createBot', { workspaceId: 'wks_none', bot: {} }, 'WORKSPACE_NOT_FOUND'],
  making({ name: null }, 'bot.name'),
  making({ publicId: 'two words' }, 'bot.publicId'),
  making({ publicId: '' }, 'bot.publicId'),
  making({ publicId: 'x'.repeat(256) }, 'bot.publicId'),
  making({ publicId: 'taken' }, 'bot.publicId', 'PUBLIC_ID_TAKEN'),
  making({ customDomain: 'nowhere' }, 'bot.customDomain'),
  making({ events: [] }, 'bot.events.0'),
  making({ groups: weird }, 'bot.groups.0.blocks.0.type'),
  making({ edges: [{ id: 'e', from: {}, to: { groupId: 'g' } }] }, 'bot.edges.0.from'),
  making({ variables: [{ id: 'v', name: 'V', value: 5 }] }, 'bot.variables.0.value'),
  making({ theme: { chat: { container: { opacity: 2 } } } }, 'bot.theme.chat.container.opacity'),
  making({ settings: slow }, 'bot.settings.typingEmulation.delayBetweenBubbles'),
  making(
    { resultsTablePreferences: { columnsOrder: 'name' } },
    'bot.resultsTablePreferences.columnsOrder',
  ),
  importing({ version: '9', groups: [] }, 'bot.version'),
  importing({ version: '6' }, 'bot.groups'),
  importing({ version: '6', groups: groupOf({ id: 'b' }) }, 'bot.groups.0.blocks.0.type'),
  importing([], 'bot'),
  changing({ theme: null }, 'bot.theme'),
  changing({ settings: null }, 'bot.settings'),
  changing({ groups: null }, 'bot.groups'),
  changing({ isClosed: null }, 'bot.isClosed'),
  changing({ publicId: '..' }, 'bot.publicId'),
  changing({ folderId: '$otherFolderId' }, 'bot.folderId'),
  changing({ updatedAt: 'lately' }, 'bot.updatedAt'),
  ['updateBot', { botId: '$botId' }, 'VALIDATION', 'bot'],
  ['updateBot', { botId: '$botId', bot: { updatedAt: '2020-01-01T00:00:00Z' } }, 'BOT_CHANGED'],
  ['updateBot', { botId: 'bot_none', bot: {} }, 'BOT_NOT_FOUND'],
  filing({ name: null }, 'folder.name'),
  filing({ name: 7 }, 'folder.name'),
  filing({ parentFolderId: '$folderId' }, 'folder.parentFolderId'),
  filing({ parentFolderId: '$otherFolderId' }, 'folder.parentFolderId'),
  ['readPublished', { botId: '$botId', migrateToLatestVersion: '1' }, 'VALIDATION'],
  ['listResults', { botId: '$botId', limit: 101 }, 'VALIDATION', 'limit'],
  ['listResults', { botId: '$botId', limit: 10.5 }, 'VALIDATION', 'limit'],
  ['listResults', { botId: '$botId', cursor: 'nonsense' }, 'VALIDATION', 'cursor'],
  ['listResults', { botId: '$botId', timeZone: 'Mars/Base' }, 'VALIDATION', 'timeZone'],
  ['deleteResults', { botId: '$botId' }, 'VALIDATION', 'resultIds'],
  ['deleteResults', { botId: '$botId', all: true, resultIds: ['res_x'] }, 'VALIDATION', 'all'],
  // What belongs to something else is not there.
  [
    'updateFolder',
    { workspaceId: '$workspaceId', folderId: '$otherFolderId', folder: {} },
    'FOLDER_NOT_FOUND',
  ],
  ['getResult', { botId: '$otherBotId', resultId: '$resultId' }, 'RESULT_NOT_FOUND'],
  ['readLogs', { botId: '$otherBotId', resultId: '$resultId' }, 'RESULT_NOT_FOUND'],
  ['readTranscript', { botId: '$otherBotId', resultId: '$resultId' }, 'RESULT_NOT_FOUND'],
  [
    'deleteThemeTemplate',
    { workspaceId: '$workspaceId', themeTemplateId: 'theirs' },
    'THEME_TEMPLATE_NOT_FOUND',
  ],
  [
    'deleteCredentials',
    { workspaceId: '$workspaceId', credentialsId: '$otherCredentialsId' },
    'CREDENTIALS_NOT_FOUND',
  ],
];

describe.each(transportNames)('bad input over %s', (name) => {
  const door = openTransport(name, () => app().url);
  const everything = async () =>
    Promise.all(
      ['bot', 'bot_change', 'workspace', 'folder', 'result', 'theme_template', 'credentials'].map(
        (table) =>
          rowsOf(
            app().databaseUrl,
            `select md5(string_agg(t::text, '' order by t::text)) as sum from "${table}" t`,
          ),
      ),
    );
  let before: unknown;
  beforeAll(async () => {
    before = await everything();
  });

  test.each(rows)('%s refuses %j: %s', async (...row) => {
    const [operation, sent, reason, path] = row;
    const refusal = await refusalOf(door[operation](Object(filled(sent))));
    expect(refusal).toMatchObject({ reason, message: expect.any(String) });
    const said = refusal.issues?.map((issue) => issue.path.join('.'));
    if (path !== undefined) expect(said).toContain(path);
    expect(JSON.stringify(refusal)).not.toMatch(/scalar|enum|nullable|GraphQL|variable "\$/);
  });

  test('changed nothing', async () => {
    expect(await everything()).toEqual(before);
  });
});
