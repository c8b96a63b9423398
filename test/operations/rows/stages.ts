import { BOT_MISSING, mutation, row } from './row.js';
import type { Shown } from './row.js';

/** A stage in replies. */
interface StageShown extends Shown {
  readonly name: string;
  readonly url: string;
  readonly version: { readonly id: string };
  readonly stats: Shown;
}

const MEMBERS = 'name version url startChatUrl variables credentials createdAt updatedAt stats';
const COUNTS = 'totalViews totalStarts totalCompleted completionRate';
const SELECTED = `name version { id number } url startChatUrl variables credentials { credentialsId replacementId } createdAt updatedAt
  stats(timeFilter: ALL_TIME) { ${COUNTS} }`;
const PATH = '/api/v1/bots/{botId}/stages';
const sent = { botId: '$versionedBotId', stage: '$newStageName' };

export const stageRows = {
  listStages: row<{ stages: StageShown[] }>({
    rest: `GET ${PATH}`,
    graphql: `query ($botId: ID!) { bot(id: $botId) { stages { ${SELECTED} } } }`,
    reply: { stages: 'bot.stages' },
    missing: BOT_MISSING,
    sent: { botId: '$versionedBotId' },
    fields: { '': 'stages', 'stages.0': MEMBERS, 'stages.0.stats': COUNTS },
  }),
  setStage: row<{ stage: StageShown }>({
    rest: `PUT ${PATH}/{stage}`,
    graphql: mutation('setBotStage', 'SetBotStageInput', `stage { ${SELECTED} }`),
    reply: { stage: 'done.stage' },
    sent: { botId: '$versionedBotId', stage: 'staging', versionId: '$versionId', variables: {} },
    fields: { '': 'stage', stage: MEMBERS, 'stage.version': 'id number' },
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
    rest: `POST ${PATH}/{stage}/promote`,
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
    rest: `DELETE ${PATH}/{stage}`,
    graphql: mutation('deleteBotStage', 'StageInput', `bot { stages { ${SELECTED} } }`),
    reply: { stages: 'done.bot.stages' },
    sent,
    fields: { '': 'stages', 'stages.0': MEMBERS },
    rule: 'writeBot',
    refuses: [[{ botId: '$versionedBotId', stage: 'none' }, 'STAGE_NOT_FOUND']],
  }),
};
