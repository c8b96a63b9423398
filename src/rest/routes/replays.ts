import type { Route } from '../route.js';
import { resultId } from './exampleParts.js';

const CHAT = 'resultId outcome reason turn blockId was is';
const MEMBERS = [
  'found',
  'total',
  'same',
  'different',
  'stuck',
  'unknown',
  'byBlock',
  'chats',
  'nextCursor',
];

const where = { blockId: 'b2', reason: 'ENDS_EARLIER' };
const example = {
  ...{ found: 2, total: 2, same: 1, different: 1, stuck: 0, unknown: 0 },
  byBlock: [{ ...where, groupTitle: 'Budget', chats: 1 }],
  chats: [
    { resultId, outcome: 'DIFFERENT', ...where, turn: 3, was: '{"type":"text input"}', is: null },
  ],
  nextCursor: null,
};

/** The endpoint that runs chats which took place with another flow. */
export const replayRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/bots/{botId}/replay',
    summary: 'Say what the draft, or a version, would have said to visitors',
    document: `query ($botId: ID!, $versionId: ID, $days: Int = 7, $first: Int = 100, $after: String,
      $seconds: Int = 10) {
      replayChats(botId: $botId, versionId: $versionId, days: $days, first: $first, after: $after, seconds: $seconds) {
        found total same different stuck unknown byBlock { blockId groupTitle reason chats } chats { ${CHAT} } nextCursor
      }
    }`,
    reply: Object.fromEntries(MEMBERS.map((name) => [name, `replayChats.${name}`])),
    query: [
      { name: 'versionId', description: 'The version; the draft without one' },
      { name: 'days', description: 'Only chats that began in the last days, at most 365' },
      { name: 'first', description: 'How many chats, the newest first; at most 1 000' },
      { name: 'seconds', description: 'How long it may take, from 1 to 60; 10 when absent' },
      { name: 'after', description: 'The `nextCursor` of the call before' },
    ],
    needsToken: true,
    example: { reply: example },
  },
];
