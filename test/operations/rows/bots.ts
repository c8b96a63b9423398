import { botOf, interview } from '../../support/botOf.js';
import { refusedBots, refusedChanges, refusedFiles } from './botFaults.js';
import { BOT, BOT_MISSING, LISTED_BOT, WORKSPACE_MISSING, deletion, mutation, row } from './row.js';
import type { BotShown, Deleted, GraphqlRow, Named, Shown } from './row.js';

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
  publishBot: row<{
    publicId: string;
    version: { id: string; number: number };
    issues: Shown[];
  }>({
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
