import type { Route } from '../route.js';
import { at, versionId } from './exampleParts.js';

const SCHEDULE = `every nextAt isFailing ranAt
  lastRun { version { id number } passed failed notRun failedNames }`;
const PATH = '/v1/bots/{botId}/testSchedule';

const testSchedule = {
  ...{ every: 'DAY', nextAt: at, isFailing: true, ranAt: at },
  lastRun: {
    ...{ version: { id: versionId, number: 2 }, passed: 11, failed: 1, notRun: 0 },
    failedNames: ['The bot asks for a name'],
  },
};

/** The endpoints of the schedules by which the tests of bots run. */
export const testScheduleRoutes: readonly Route[] = [
  {
    method: 'get',
    path: PATH,
    summary: 'Read when the tests of a bot run on what is live, and how they last went',
    document: `query ($botId: ID!) { bot(id: $botId) { testSchedule { ${SCHEDULE} } } }`,
    reply: { testSchedule: 'bot.testSchedule' },
    missing: { bot: 'BOT_NOT_FOUND' },
    needsToken: true,
    example: { reply: { testSchedule } },
  },
  {
    method: 'put',
    path: PATH,
    summary: 'Set how often the tests of a bot run on what is live',
    document: `mutation ($input: SetBotTestScheduleInput!) {
      setBotTestSchedule(input: $input) { bot { testSchedule { ${SCHEDULE} } } }
    }`,
    reply: { testSchedule: 'setBotTestSchedule.bot.testSchedule' },
    body: {
      input: 'SetBotTestScheduleInput',
      members: ['every'],
      isOptional: false,
      limit: 'authoring',
    },
    needsToken: true,
    example: { body: { every: 'DAY' }, reply: { testSchedule } },
  },
];
