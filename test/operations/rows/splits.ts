import { BOT_MISSING, mutation, row } from './row.js';
import type { Shown } from './row.js';

const RATE = '{ value low high anytimeLow anytimeHigh }';
const MEMBERS = 'createdAt endedAt phases';
const SELECTED = `createdAt endedAt phases { number createdAt ratioChance isRatioSuspect arms { weight version { id number }
  stats { totalViews totalStarts totalCompleted } startRate ${RATE} completionRate ${RATE} } }`;
const PHASE = 'number createdAt ratioChance isRatioSuspect arms';
const ARM = 'weight version stats startRate completionRate';
const PATH = '/api/v1/bots/{botId}/split';
const arms = [
  { versionId: '$versionId', weight: 1 },
  { versionId: '$laterVersionId', weight: 3 },
];

export const splitRows = {
  setSplit: row<{ splits: Shown[] }>({
    rest: `PUT ${PATH}`,
    graphql: mutation('setBotSplit', 'SetBotSplitInput', `bot { splits { ${SELECTED} } }`),
    reply: { splits: 'done.bot.splits' },
    sent: { botId: '$versionedBotId', arms },
    fields: {
      '': 'splits',
      'splits.0': MEMBERS,
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
    graphql: `query ($botId: ID!) { bot(id: $botId) { splits { ${SELECTED} } } }`,
    reply: { splits: 'bot.splits' },
    missing: BOT_MISSING,
    sent: { botId: '$versionedBotId' },
    fields: { '': 'splits', 'splits.0': MEMBERS },
  }),
  stopSplit: row<{ publishedVersionId: string; splits: Shown[] }>({
    rest: `POST ${PATH}/stop`,
    graphql: mutation(
      'stopBotSplit',
      'StopBotSplitInput',
      `bot { publishedVersionId splits { ${SELECTED} } }`,
    ),
    reply: { publishedVersionId: 'done.bot.publishedVersionId', splits: 'done.bot.splits' },
    sent: { botId: '$versionedBotId', versionId: '$versionId' },
    fields: { '': 'publishedVersionId splits' },
    rule: 'writeBot',
    refuses: [[{ botId: '$botId', versionId: '$versionId' }, 'VERSION_NOT_FOUND']],
  }),
};
