import type { Route } from '../route.js';
import { at, bot, botId, draft, versionId } from './exampleParts.js';
import { PAGE_MEANS, PAGE_QUERY } from './pages.js';

const LISTED =
  'id name icon folderId publicId publishedBotId: publishedVersionId createdAt updatedAt';

const listed = {
  id: botId,
  name: 'Lead form',
  icon: null,
  folderId: null,
  publicId: 'lead-form-z8unqd7',
  publishedBotId: versionId,
  createdAt: at,
  updatedAt: at,
};

/** The endpoints that list, archive, restore and unpublish bots. */
export const botListRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/bots',
    summary: 'List the bots of a workspace, newest first unless `orderBy` says otherwise',
    document: `query ($workspaceId: ID!, $folderId: ID, $search: ShortText, $orderBy: BotOrder = CREATED_AT_DESC,
        $limit: PageLimit = 100, $cursor: String) {
      workspace(id: $workspaceId) {
        bots(folderId: $folderId, search: $search, orderBy: $orderBy, first: $limit, after: $cursor) {
          nodes { ${LISTED} }
          nextCursor
        }
      }
    }`,
    reply: { bots: 'workspace.bots.nodes', nextCursor: 'workspace.bots.nextCursor' },
    means: PAGE_MEANS,
    missing: { workspace: 'WORKSPACE_NOT_FOUND' },
    query: [
      { name: 'workspaceId', description: 'The workspace' },
      { name: 'folderId', description: 'Only those of a folder, or of none: `root`' },
      { name: 'search', description: 'A part of the name, in any case' },
      { name: 'orderBy', description: 'What they are sorted by; a cursor is valid for one order' },
      ...PAGE_QUERY,
    ],
    needsToken: true,
    example: { reply: { bots: [listed], nextCursor: null } },
  },
  {
    method: 'delete',
    path: '/v1/bots/{botId}',
    summary: 'Archive a bot',
    document: 'mutation ($input: BotInput!) { deleteBot(input: $input) { deletedId } }',
    reply: { deletedId: 'deleteBot.deletedId' },
    needsToken: true,
    example: { reply: { deletedId: botId } },
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/restore',
    summary: 'Take a bot out of the archive',
    document: 'mutation ($input: BotInput!) { restoreBot(input: $input) { bot { raw } } }',
    reply: { bot: 'restoreBot.bot.raw' },
    body: { input: 'BotInput', members: [], isOptional: true, limit: 'chat' },
    needsToken: true,
    example: { body: {}, reply: { bot } },
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/unpublish',
    summary: 'Refuse new chats of a bot',
    document: 'mutation ($input: BotInput!) { unpublishBot(input: $input) { bot { raw } } }',
    reply: { bot: 'unpublishBot.bot.raw' },
    body: { input: 'BotInput', members: [], isOptional: true, limit: 'chat' },
    needsToken: true,
    example: { body: {}, reply: { bot } },
  },
  {
    method: 'get',
    path: '/v1/bots/{botId}/linkedBots',
    summary: 'Read the bots that the draft of a bot leads into',
    document: `query ($botId: ID!) { bot(id: $botId) { linkedBots { ${LISTED} draft } } }`,
    reply: { bots: 'bot.linkedBots' },
    missing: { bot: 'BOT_NOT_FOUND' },
    needsToken: true,
    example: { reply: { bots: [{ ...listed, draft }] } },
  },
];
