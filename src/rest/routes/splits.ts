import type { Route } from '../route.js';
import { at, versionId } from './exampleParts.js';

const RATE = '{ value low high anytimeLow anytimeHigh }';
const SPLIT = `createdAt endedAt phases { number createdAt ratioChance isRatioSuspect arms { weight version { id number }
  stats { totalViews totalStarts totalCompleted } startRate ${RATE} completionRate ${RATE} } }`;

const arm = {
  weight: 1,
  version: { id: versionId, number: 2 },
  stats: { totalViews: 100, totalStarts: 80, totalCompleted: 40 },
  startRate: { value: 0.8, low: 0.711, high: 0.867, anytimeLow: 0.652, anytimeHigh: 0.907 },
  completionRate: { value: 0.4, low: 0.309, high: 0.498, anytimeLow: 0.245, anytimeHigh: 0.57 },
};
const split = {
  ...{ createdAt: at, endedAt: null },
  phases: [{ number: 1, createdAt: at, ratioChance: 0.92, isRatioSuspect: false, arms: [arm] }],
};

/** The endpoints of the splits of live traffic. */
export const splitRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/bots/{botId}/splits',
    summary: 'List the splits of the live traffic of a bot, with their figures',
    document: `query ($botId: ID!) { bot(id: $botId) { splits { ${SPLIT} } } }`,
    reply: { splits: 'bot.splits' },
    means: { splits: 'The splits, the newest first' },
    missing: { bot: 'BOT_NOT_FOUND' },
    needsToken: true,
    example: { reply: { splits: [split] } },
  },
  {
    method: 'put',
    path: '/v1/bots/{botId}/split',
    summary: 'Divide live traffic over versions, or change their weights',
    document: `mutation ($input: SetBotSplitInput!) {
      setBotSplit(input: $input) { bot { splits { ${SPLIT} } } }
    }`,
    reply: { splits: 'setBotSplit.bot.splits' },
    body: { input: 'SetBotSplitInput', members: ['arms'], isOptional: false, limit: 'chat' },
    needsToken: true,
    example: { body: { arms: [{ versionId, weight: 1 }] }, reply: { splits: [split] } },
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/split/stop',
    summary: 'End the split of a bot, and make a version live',
    document: `mutation ($input: StopBotSplitInput!) {
      stopBotSplit(input: $input) { bot { publishedVersionId splits { ${SPLIT} } } }
    }`,
    reply: {
      publishedVersionId: 'stopBotSplit.bot.publishedVersionId',
      splits: 'stopBotSplit.bot.splits',
    },
    body: { input: 'StopBotSplitInput', members: ['versionId'], isOptional: true, limit: 'chat' },
    needsToken: true,
    example: {
      body: { versionId },
      reply: { publishedVersionId: versionId, splits: [{ ...split, endedAt: at }] },
    },
  },
];
