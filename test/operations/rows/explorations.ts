import { mutation, row, type GraphqlRow, type Shown } from './row.js';

const PARTS = 'covered total missingIds';
const COVERAGE = `groups { ${PARTS} } blocks { ${PARTS} } edges { ${PARTS} } outcomes { ${PARTS} }`;
const EXPLORATION = `seed turns chats states end coverage { ${COVERAGE} }
  coverageWithTests { ${COVERAGE} }
  notReached { groupId edgeId blockId itemId message }
  failures { code message groupId blockId isSampled transcript test }`;

export const explorationRows = {
  exploreFlow: row<{ exploration: Shown }>({
    rest: 'POST /api/v1/bots/{botId}/explore',
    graphql: mutation('exploreFlow', 'ExploreFlowInput', `exploration { ${EXPLORATION} }`),
    reply: { exploration: 'done.exploration' },
    sent: { botId: '$botId', turns: 40 },
    fields: {
      '': 'exploration',
      exploration: 'seed turns chats states end coverage coverageWithTests notReached failures',
    },
    rule: 'runTests',
    refuses: [
      [{ botId: '$botId', turns: 0 }, 'VALIDATION', 'turns'],
      [{ botId: '$botId', seconds: 61 }, 'VALIDATION', 'seconds'],
    ],
  }),
  findChatTo: row<{ chat: Shown | null }>({
    rest: 'POST /api/v1/bots/{botId}/parts/{partId}/chats',
    graphql: mutation('findChatTo', 'FindChatToInput', 'chat { isSampled transcript test }'),
    reply: { chat: 'done.chat' },
    sent: { botId: '$botId', partId: 'Start.1', turns: 40 },
    fields: { '': 'chat', chat: 'isSampled transcript test' },
    rule: 'runTests',
    refuses: [[{ botId: '$botId', partId: 'nowhere' }, 'VALIDATION', 'partId']],
  }),
};

export const explorationGraphqlRows: Readonly<Record<string, GraphqlRow>> = {
  flowExplored: { rule: 'runTests', sent: { turns: 40 } },
};
