import { BOT, BOT_MISSING, type BotShown, mutation, row, type Shown } from './row.js';

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

/** A stage in replies. */
interface StageShown extends Shown {
  readonly name: string;
  readonly url: string;
  readonly version: { readonly id: string };
  readonly stats: Shown;
}

const STAGE = 'name version url startChatUrl variables credentials createdAt updatedAt stats';
const COUNTS = 'totalViews totalStarts totalCompleted completionRate';

const STAGE_SELECTED = `name version { id number } url startChatUrl variables credentials { credentialsId replacementId } createdAt updatedAt
  stats(timeFilter: ALL_TIME) { ${COUNTS} }`;

const STAGES_PATH = '/api/v1/bots/{botId}/stages';
const sent = { botId: '$versionedBotId', stage: '$newStageName' };

export const stageRows = {
  listStages: row<{ stages: StageShown[] }>({
    rest: `GET ${STAGES_PATH}`,
    graphql: `query ($botId: ID!) { bot(id: $botId) { stages { ${STAGE_SELECTED} } } }`,
    reply: { stages: 'bot.stages' },
    missing: BOT_MISSING,
    sent: { botId: '$versionedBotId' },
    fields: { '': 'stages', 'stages.0': STAGE, 'stages.0.stats': COUNTS },
  }),
  setStage: row<{ stage: StageShown }>({
    rest: `PUT ${STAGES_PATH}/{stage}`,
    graphql: mutation('setBotStage', 'SetBotStageInput', `stage { ${STAGE_SELECTED} }`),
    reply: { stage: 'done.stage' },
    sent: { botId: '$versionedBotId', stage: 'staging', versionId: '$versionId', variables: {} },
    fields: { '': 'stage', stage: STAGE, 'stage.version': 'id number' },
    rule: 'writeBot',
    refuses: [
      [{ botId: '$botId', stage: 'Not a name' }, 'VALIDATION', 'stage'],
      [{ botId: '$botId', stage: 'staging', versionId: '$versionId' }, 'VERSION_NOT_FOUND'],
      [
        { botId: '$botId', stage: 'staging', variables: { None: 1 } },
        'VALIDATION',
        'variables.None',
      ],
      [
        {
          botId: '$botId',
          stage: 'staging',
          credentials: [{ credentialsId: '$credentialsId', replacementId: '$otherCredentialsId' }],
        },
        'VALIDATION',
        'credentials.0.replacementId',
      ],
    ],
  }),
  promoteStage: row<{ publicId: string; version: { id: string; number: number } }>({
    rest: `POST ${STAGES_PATH}/{stage}/promote`,
    graphql: mutation(
      'promoteStage',
      'PromoteStageInput',
      'bot { publicId } version { id number }',
    ),
    reply: { publicId: 'done.bot.publicId', version: 'done.version' },
    sent,
    fields: { '': 'publicId version', version: 'id number' },
    rule: 'writeBot',
    refuses: [[{ botId: '$versionedBotId', stage: 'none' }, 'STAGE_NOT_FOUND']],
  }),
  deleteStage: row<{ stages: StageShown[] }>({
    rest: `DELETE ${STAGES_PATH}/{stage}`,
    graphql: mutation('deleteBotStage', 'StageInput', `bot { stages { ${STAGE_SELECTED} } }`),
    reply: { stages: 'done.bot.stages' },
    sent,
    fields: { '': 'stages', 'stages.0': STAGE },
    rule: 'writeBot',
    refuses: [[{ botId: '$versionedBotId', stage: 'none' }, 'STAGE_NOT_FOUND']],
  }),
};

const RATE = '{ value low high anytimeLow anytimeHigh }';
const SPLIT = 'createdAt endedAt phases';

const SPLIT_SELECTED = `createdAt endedAt phases { number createdAt ratioChance isRatioSuspect arms { weight version { id number }
  stats { totalViews totalStarts totalCompleted } startRate ${RATE} completionRate ${RATE} } }`;

const PHASE = 'number createdAt ratioChance isRatioSuspect arms';
const ARM = 'weight version stats startRate completionRate';
const SPLIT_PATH = '/api/v1/bots/{botId}/split';

const arms = [
  { versionId: '$versionId', weight: 1 },
  { versionId: '$laterVersionId', weight: 3 },
];

export const splitRows = {
  setSplit: row<{ splits: Shown[] }>({
    rest: `PUT ${SPLIT_PATH}`,
    graphql: mutation('setBotSplit', 'SetBotSplitInput', `bot { splits { ${SPLIT_SELECTED} } }`),
    reply: { splits: 'done.bot.splits' },
    sent: { botId: '$versionedBotId', arms },
    fields: {
      '': 'splits',
      'splits.0': SPLIT,
      'splits.0.phases.0': PHASE,
      'splits.0.phases.0.arms.0': ARM,
    },
    rule: 'writeBot',
    refuses: [
      [{ botId: '$versionedBotId', arms: arms.slice(1) }, 'VALIDATION', 'arms'],
      [{ botId: '$versionedBotId', arms: [arms[0], arms[0]] }, 'VALIDATION', 'arms'],
      [
        { botId: '$versionedBotId', arms: [{ ...arms[0], weight: -1 }, arms[1]] },
        'VALIDATION',
        'arms.0.weight',
      ],
      [
        { botId: '$versionedBotId', arms: arms.map((arm) => ({ ...arm, weight: 0 })) },
        'VALIDATION',
        'arms',
      ],
      [{ botId: '$botId', arms }, 'VERSION_NOT_FOUND'],
      [{ botId: '$sharedBotId', arms }, 'VALIDATION', 'botId'],
    ],
  }),
  listSplits: row<{ splits: Shown[] }>({
    rest: `GET /api/v1/bots/{botId}/splits`,
    graphql: `query ($botId: ID!) { bot(id: $botId) { splits { ${SPLIT_SELECTED} } } }`,
    reply: { splits: 'bot.splits' },
    missing: BOT_MISSING,
    sent: { botId: '$versionedBotId' },
    fields: { '': 'splits', 'splits.0': SPLIT },
  }),
  stopSplit: row<{ publishedVersionId: string; splits: Shown[] }>({
    rest: `POST ${SPLIT_PATH}/stop`,
    graphql: mutation(
      'stopBotSplit',
      'StopBotSplitInput',
      `bot { publishedVersionId splits { ${SPLIT_SELECTED} } }`,
    ),
    reply: { publishedVersionId: 'done.bot.publishedVersionId', splits: 'done.bot.splits' },
    sent: { botId: '$versionedBotId', versionId: '$versionId' },
    fields: { '': 'publishedVersionId splits' },
    rule: 'writeBot',
    refuses: [[{ botId: '$botId', versionId: '$versionId' }, 'VERSION_NOT_FOUND']],
  }),
};
