import { botOf, interview } from '../../support/botOf.js';
import {
  BOT,
  BOT_MISSING,
  type BotShown,
  type Deleted,
  deletion,
  type GraphqlRow,
  LISTED_BOT,
  mutation,
  type Named,
  type Refused,
  row,
  type Shown,
  WORKSPACE_MISSING,
} from './row.js';

const graphCoordinates = { x: 0, y: 0 };
const groupOf = (block: object) => [{ id: 'g', title: 'G', graphCoordinates, blocks: [block] }];

const creating = (bot: unknown, path: string, reason = 'VALIDATION'): Refused => {
  return [{ workspaceId: '$workspaceId', bot }, reason, path];
};

const changing = (bot: unknown, path: string, reason = 'VALIDATION'): Refused => {
  return [{ botId: '$botId', bot }, reason, path];
};

/** Bots that cannot be created. */
const refusedBots: readonly Refused[] = [
  [{ bot: {} }, 'VALIDATION', 'workspaceId'],
  [{ workspaceId: '$workspaceId' }, 'VALIDATION', 'bot'],
  [{ workspaceId: 'wks_none', bot: {} }, 'WORKSPACE_NOT_FOUND'],
  creating({ name: null }, 'bot.name'),
  creating({ publicId: 'two words' }, 'bot.publicId'),
  creating({ publicId: '' }, 'bot.publicId'),
  creating({ publicId: 'x'.repeat(256) }, 'bot.publicId'),
  creating({ publicId: '$publicId' }, 'bot.publicId', 'PUBLIC_ID_TAKEN'),
  creating({ customDomain: 'nowhere' }, 'bot.customDomain'),
  creating({ events: [] }, 'bot.events.0'),
  creating({ groups: groupOf({ id: 'b', type: 'weird' }) }, 'bot.groups.0.blocks.0.type'),
  creating({ edges: [{ id: 'e', from: {}, to: { groupId: 'g' } }] }, 'bot.edges.0.from'),
  creating({ variables: [{ id: 'v', name: 'V', value: 5 }] }, 'bot.variables.0.value'),
  creating({ theme: { chat: { container: { opacity: 2 } } } }, 'bot.theme.chat.container.opacity'),
  creating(
    { settings: { typingEmulation: { delayBetweenBubbles: 6 } } },
    'bot.settings.typingEmulation.delayBetweenBubbles',
  ),
  creating(
    { resultsTablePreferences: { columnsOrder: 'name' } },
    'bot.resultsTablePreferences.columnsOrder',
  ),
];

/** Files that cannot be imported. */
const refusedFiles: readonly Refused[] = [
  creating({ version: '9', groups: [] }, 'bot.version'),
  creating({ version: '6' }, 'bot.groups'),
  creating({ version: '6', groups: groupOf({ id: 'b' }) }, 'bot.groups.0.blocks.0.type'),
  creating([], 'bot'),
];

/** Invalid changes of a bot. */
const refusedChanges: readonly Refused[] = [
  changing({ theme: null }, 'bot.theme'),
  changing({ settings: null }, 'bot.settings'),
  changing({ groups: null }, 'bot.groups'),
  changing({ isClosed: null }, 'bot.isClosed'),
  changing({ publicId: '..' }, 'bot.publicId'),
  changing({ folderId: '$otherFolderId' }, 'bot.folderId'),
  changing({ updatedAt: 'lately' }, 'bot.updatedAt'),
  [{ botId: '$botId' }, 'VALIDATION', 'bot'],
  [{ botId: '$botId', bot: { updatedAt: '2020-01-01T00:00:00Z' } }, 'BOT_CHANGED'],
  [{ botId: 'bot_none', bot: {} }, 'BOT_NOT_FOUND'],
];

const PUBLISHED =
  'id version createdAt updatedAt botId groups events edges variables theme settings';

/** The members that the rows of operations with a bot in the reply share. */
const wholeBot = { reply: { bot: 'done.bot.raw' }, fields: { '': 'bot', bot: BOT } };

/** The selection with which GraphQL replies as REST does. */
const LISTED_ASKED = LISTED_BOT.replace('publishedBotId', 'publishedBotId: publishedVersionId');

export const botRows = {
  createBot: row<{ bot: BotShown }>({
    ...wholeBot,
    rest: 'POST /api/v1/bots',
    graphql: mutation('createBot', 'CreateBotInput', 'bot { raw }'),
    sent: { workspaceId: '$workspaceId', bot: {} },
    rule: 'writeWorkspace',
    refuses: refusedBots,
  }),
  importBot: row<{ bot: BotShown }>({
    ...wholeBot,
    rest: 'POST /api/v1/bots/import',
    graphql: mutation('importBot', 'ImportBotInput', 'bot { raw }'),
    sent: { workspaceId: '$workspaceId', bot: botOf(interview) },
    rule: 'writeWorkspace',
    refuses: refusedFiles,
  }),
  readBot: row<{ bot: BotShown; currentUserMode: string }>({
    rest: 'GET /api/v1/bots/{botId}',
    graphql: 'query ($botId: ID!) { bot(id: $botId) { raw viewerAccess } }',
    reply: { bot: 'bot.raw', currentUserMode: 'bot.viewerAccess' },
    missing: BOT_MISSING,
    sent: { botId: '$botId' },
    fields: { '': 'bot currentUserMode', bot: BOT },
    rule: 'readBot',
  }),
  readOutline: row<{ outline: string }>({
    rest: 'GET /api/v1/bots/{botId}/outline',
    graphql: 'query ($botId: ID!) { bot(id: $botId) { outline } }',
    reply: { outline: 'bot.outline' },
    missing: BOT_MISSING,
    sent: { botId: '$botId' },
    fields: { '': 'outline' },
    rule: 'readBot',
  }),
  readIssues: row<{ issues: Shown[] }>({
    rest: 'GET /api/v1/bots/{botId}/issues',
    graphql: `query ($botId: ID!) { bot(id: $botId) {
      issues { level code message groupId blockId edgeId itemId path subject } } }`,
    reply: { issues: 'bot.issues' },
    missing: BOT_MISSING,
    sent: { botId: '$botId' },
    fields: { '': 'issues' },
    rule: 'readBot',
  }),
  updateBot: row<{ bot: BotShown }>({
    ...wholeBot,
    rest: 'PATCH /api/v1/bots/{botId}',
    graphql: mutation('updateBot', 'UpdateBotInput', 'bot { raw }'),
    sent: { botId: '$botId', bot: { name: 'Changed' } },
    rule: 'writeBot',
    refuses: refusedChanges,
  }),
  publishBot: row<{ publicId: string; version: { id: string; number: number }; issues: Shown[] }>({
    rest: 'POST /api/v1/bots/{botId}/publish',
    graphql: mutation(
      'publishBot',
      'PublishBotInput',
      'bot { publicId issues { level code message groupId blockId edgeId } } version { id number }',
    ),
    reply: { publicId: 'done.bot.publicId', version: 'done.version', issues: 'done.bot.issues' },
    sent: { botId: '$botId' },
    fields: { '': 'publicId version issues', version: 'id number' },
    rule: 'writeBot',
  }),
  readPublished: row<{ publishedBot: (BotShown & { botId: string }) | null; version: string }>({
    rest: 'GET /api/v1/bots/{botId}/publishedBot',
    graphql: `query ($botId: ID!, $migrateToLatestVersion: Boolean) { bot(id: $botId) {
      version publishedVersion { raw(migrateToLatestVersion: $migrateToLatestVersion) } } }`,
    reply: { publishedBot: 'bot.publishedVersion.raw', version: 'bot.version' },
    missing: BOT_MISSING,
    sent: { botId: '$botId' },
    fields: { '': 'publishedBot version', publishedBot: PUBLISHED },
    refuses: [[{ botId: '$botId', migrateToLatestVersion: '1' }, 'VALIDATION']],
  }),
  listBots: row<{ bots: Named[]; nextCursor: string | null }>({
    rest: 'GET /api/v1/bots',
    graphql: `query ($workspaceId: ID!, $folderId: ID, $search: ShortText, $orderBy: BotOrder = CREATED_AT_DESC,
        $limit: PageLimit = 100, $cursor: String) {
      workspace(id: $workspaceId) {
        bots(folderId: $folderId, search: $search, orderBy: $orderBy, first: $limit, after: $cursor) {
        nodes { ${LISTED_ASKED} } nextCursor } } }`,
    reply: { bots: 'workspace.bots.nodes', nextCursor: 'workspace.bots.nextCursor' },
    missing: WORKSPACE_MISSING,
    sent: { workspaceId: '$workspaceId' },
    fields: { '': 'bots nextCursor', 'bots.0': LISTED_BOT },
    refuses: ['nonsense', '2026-02-30T00:00:00.000Z'].map((value) => [
      { workspaceId: '$workspaceId', orderBy: 'UPDATED_AT_DESC', cursor: cursorOf(value) },
      'VALIDATION',
      'after',
    ]),
  }),
  deleteBot: row<Deleted>({
    ...deletion,
    rest: 'DELETE /api/v1/bots/{botId}',
    graphql: mutation('deleteBot', 'BotInput', 'deletedId'),
    sent: { botId: '$newBotId' },
    rule: 'writeBot',
  }),
  restoreBot: row<{ bot: BotShown }>({
    ...wholeBot,
    rest: 'POST /api/v1/bots/{botId}/restore',
    graphql: mutation('restoreBot', 'BotInput', 'bot { raw }'),
    sent: { botId: '$archivedBotId' },
    rule: 'writeBot',
  }),
  unpublishBot: row<{ bot: BotShown }>({
    ...wholeBot,
    rest: 'POST /api/v1/bots/{botId}/unpublish',
    graphql: mutation('unpublishBot', 'BotInput', 'bot { raw }'),
    sent: { botId: '$newBotId' },
    rule: 'writeBot',
  }),
  linkedBots: row<{ bots: Named[] }>({
    rest: 'GET /api/v1/bots/{botId}/linkedBots',
    graphql: `query ($botId: ID!) { bot(id: $botId) { linkedBots { ${LISTED_ASKED} draft } } }`,
    reply: { bots: 'bot.linkedBots' },
    missing: BOT_MISSING,
    sent: { botId: '$linkingBotId' },
    fields: { '': 'bots', 'bots.0': `${LISTED_BOT} draft` },
  }),
};

export const botGraphqlRows: Readonly<Record<string, GraphqlRow>> = {
  duplicateBot: { rule: 'copyBot' },
  syncBot: { rule: 'writeWorkspace', sent: { workspaceId: '$workspaceId', bot: botOf(interview) } },
  editFlow: { rule: 'writeBot', sent: { edits: [] } },
  // The two bots, and the workspace to move them to.
  moveBots: { rule: 'moveBots' },
  setBotAiBudget: { rule: 'limitBot' },
  setBotPublishPolicy: { rule: 'governBot', sent: { policy: 'BLOCK_ERRORS' } },
  setBotSegments: { rule: 'writeBot', sent: { segments: [{ source: 'CHANNEL' }] } },
  setBotReplay: { rule: 'writeBot', sent: { share: 0.5 } },
  setInFlightPolicy: { rule: 'writeBot', sent: { policy: 'MOVE_AT_NEXT_INPUT' } },
  setBotTracing: { rule: 'writeBot', sent: { share: 0.5 } },
  botChanged: { rule: 'readBot', sent: { afterRevision: 0 } },
  editorsOf: { rule: 'readBot' },
  botsChanged: { rule: 'readWorkspace' },
  botStatsChanged: { rule: 'readWorkspace' },
  showPresence: { rule: 'readBot' },
  publicIdCheck: {
    rule: { openBecause: 'it says whether an address is free, and nothing without a token' },
  },
};

/** A cursor that no page has, in the form of those of a list of bots by their last change. */
function cursorOf(value: string): string {
  return Buffer.from(`UPDATED_AT bot_x ${value}`).toString('base64url');
}
