import type { Route } from '../route.js';

const CHAT = 'isSampled transcript test';
const PARTS = 'covered total missingIds';
const COVERAGE = `{ groups { ${PARTS} } blocks { ${PARTS} } edges { ${PARTS} } outcomes { ${PARTS} } }`;
const EXPLORATION = `seed turns chats states end coverage ${COVERAGE} coverageWithTests ${COVERAGE}
  notReached { groupId edgeId blockId itemId message }
  failures { code message groupId blockId ${CHAT} }`;

const all = (total: number) => ({ covered: total, total, missingIds: [] });

const MEMBERS = ['flow', 'seed', 'turns', 'seconds'];

/** The endpoints that explore flows. */
export const explorationRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/v1/bots/{botId}/explore',
    summary: 'Have conversations that nobody wrote with a draft, and read what went wrong',
    document: `mutation ($input: ExploreFlowInput!) {
      exploreFlow(input: $input) { exploration { ${EXPLORATION} } }
    }`,
    reply: { exploration: 'exploreFlow.exploration' },
    body: {
      input: 'ExploreFlowInput',
      members: [...MEMBERS, 'withTests'],
      isOptional: true,
      limit: 'authoring',
    },
    needsToken: true,
    example: {
      body: { seed: '1', turns: 2_000 },
      reply: {
        exploration: {
          seed: '1',
          turns: 2_000,
          chats: 140,
          states: 8,
          end: 'TURNS',
          coverageWithTests: null,
          coverage: { groups: all(2), blocks: all(3), edges: all(2), outcomes: all(0) },
          notReached: [],
          failures: [
            {
              code: 'VALUE_MISSING',
              message: 'A text shows a variable that has no value: Name',
              groupId: 'g1',
              blockId: 'b1',
              isSampled: false,
              transcript: ['bot: Hello !'],
              test: null,
            },
          ],
        },
      },
    },
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/parts/{partId}/chats',
    summary: 'Find a conversation that comes to a group or block of a draft',
    document: `mutation ($input: FindChatToInput!) { findChatTo(input: $input) { chat { ${CHAT} } } }`,
    reply: { chat: 'findChatTo.chat' },
    body: { input: 'FindChatToInput', members: MEMBERS, isOptional: true, limit: 'authoring' },
    needsToken: true,
    example: {
      body: { seconds: 5 },
      reply: {
        chat: { isSampled: false, transcript: ['bot: What is your name?', 'user: a'], test: null },
      },
    },
  },
];
