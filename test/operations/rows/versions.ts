import { BOT, BOT_MISSING, mutation, row } from './row.js';
import type { BotShown, Shown } from './row.js';

interface VersionShown extends Shown {
  readonly id: string;
  readonly number: number;
}

const VERSION = 'id number label createdAt isLive author';
const SELECTED = `${VERSION} { id name }`;
const CHANGE = 'kind id groupId name before after paths';
const ofVersion = {
  missing: { ...BOT_MISSING, 'bot.versionById': 'VERSION_NOT_FOUND' },
  sent: { botId: '$versionedBotId', versionId: '$versionId' },
};

const PLAN = 'open unaffected moving reasons nextCursor';

export const versionRows = {
  movePlan: row<{ open: number; moving: number; reasons: Shown[] }>({
    rest: 'GET /api/v1/bots/{botId}/movePlan',
    graphql: `query ($botId: ID!, $versionId: ID, $atMost: Int = 1000, $after: String) {
      movePlan(botId: $botId, versionId: $versionId, atMost: $atMost, after: $after) {
        open unaffected moving reasons { code message groupId blockId variableId chats } nextCursor } }`,
    reply: Object.fromEntries(PLAN.split(' ').map((name) => [name, `movePlan.${name}`])),
    sent: { botId: '$botId' },
    fields: { '': PLAN },
    rule: 'readResults',
    refuses: [
      [{ botId: '$botId', atMost: 0 }, 'VALIDATION', 'atMost'],
      [{ botId: '$botId', atMost: 5_001 }, 'VALIDATION', 'atMost'],
      [{ botId: '$botId', after: 'nonsense' }, 'VALIDATION', 'after'],
      [{ botId: '$botId', versionId: 'ver_none' }, 'VERSION_NOT_FOUND'],
    ],
  }),
  listVersions: row<{ versions: VersionShown[]; nextCursor: string | null }>({
    rest: 'GET /api/v1/bots/{botId}/versions',
    graphql: `query ($botId: ID!, $limit: PageLimit, $cursor: String) { bot(id: $botId) {
      versions(first: $limit, after: $cursor) { nodes { ${SELECTED} } nextCursor } } }`,
    reply: { versions: 'bot.versions.nodes', nextCursor: 'bot.versions.nextCursor' },
    missing: BOT_MISSING,
    sent: { botId: '$versionedBotId' },
    fields: { '': 'versions nextCursor', 'versions.0': VERSION },
  }),
  readVersion: row<{ version: VersionShown & { definition: Shown } }>({
    ...ofVersion,
    rest: 'GET /api/v1/bots/{botId}/versions/{versionId}',
    graphql: `query ($botId: ID!, $versionId: ID!) { bot(id: $botId) {
      versionById(id: $versionId) { ${SELECTED} definition } } }`,
    reply: { version: 'bot.versionById' },
    fields: { '': 'version', version: `${VERSION} definition` },
  }),
  diffVersion: row<{ changes: Shown[] }>({
    ...ofVersion,
    rest: 'GET /api/v1/bots/{botId}/versions/{versionId}/diff',
    graphql: `query ($botId: ID!, $versionId: ID!, $against: ID) { bot(id: $botId) {
      versionById(id: $versionId) { diff(against: $against) { ${CHANGE.replace(' id', ' id: partId')} } } } }`,
    reply: { changes: 'bot.versionById.diff' },
    fields: { '': 'changes', 'changes.0': CHANGE },
  }),
  restoreVersion: row<{ bot: BotShown }>({
    ...ofVersion,
    rest: 'POST /api/v1/bots/{botId}/versions/{versionId}/restore',
    graphql: mutation('restoreVersion', 'RestoreVersionInput', 'bot { raw }'),
    reply: { bot: 'done.bot.raw' },
    fields: { '': 'bot', bot: BOT },
    rule: 'writeBot',
  }),
  rollbackBot: row<{ publicId: string; version: { id: string; number: number } }>({
    ...ofVersion,
    rest: 'POST /api/v1/bots/{botId}/versions/{versionId}/rollback',
    graphql: mutation('rollbackBot', 'VersionInput', 'bot { publicId } version { id number }'),
    reply: { publicId: 'done.bot.publicId', version: 'done.version' },
    fields: { '': 'publicId version', version: 'id number' },
    rule: 'writeBot',
  }),
};
