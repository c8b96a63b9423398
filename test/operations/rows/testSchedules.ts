import { BOT_MISSING, mutation, row } from './row.js';
import type { Shown } from './row.js';

/** A schedule in replies; null where there is none. */
interface ScheduleShown extends Shown {
  readonly every: string;
  readonly nextAt: string;
  readonly isFailing: boolean;
  readonly ranAt: string | null;
  readonly lastRun: {
    readonly version: { readonly id: string; readonly number: number };
    readonly passed: number;
    readonly failed: number;
    readonly notRun: number;
    readonly failedNames: readonly string[];
  } | null;
}

const MEMBERS = 'every nextAt isFailing ranAt lastRun';
const SELECTED = `every nextAt isFailing ranAt
  lastRun { version { id number } passed failed notRun failedNames }`;
const PATH = '/api/v1/bots/{botId}/testSchedule';

export const testScheduleRows = {
  readTestSchedule: row<{ testSchedule: ScheduleShown | null }>({
    rest: `GET ${PATH}`,
    graphql: `query ($botId: ID!) { bot(id: $botId) { testSchedule { ${SELECTED} } } }`,
    reply: { testSchedule: 'bot.testSchedule' },
    missing: BOT_MISSING,
    sent: { botId: '$botId' },
    fields: { '': 'testSchedule' },
  }),
  setTestSchedule: row<{ testSchedule: ScheduleShown | null }>({
    rest: `PUT ${PATH}`,
    graphql: mutation(
      'setBotTestSchedule',
      'SetBotTestScheduleInput',
      `bot { testSchedule { ${SELECTED} } }`,
    ),
    reply: { testSchedule: 'done.bot.testSchedule' },
    sent: { botId: '$newBotId', every: 'DAY' },
    fields: { '': 'testSchedule', testSchedule: MEMBERS },
    rule: 'writeBot',
    refuses: [[{ botId: '$botId', every: 'MONTH' }, 'VALIDATION']],
  }),
};
