import type { Route } from '../route.js';
import { botId, resultId } from './exampleParts.js';

const REPLY = 'reply { raw turn }';
const START_REPLY = 'reply { raw turn publishedAt }';

/** The members of every start of a chat. */
const START_MEMBERS = [
  'message',
  'isStreamEnabled',
  'isOnlyRegistering',
  'prefilledVariables',
  'timeZone',
  'locale',
];

/** The first reply of a chat in the examples. */
const question = {
  bot: { id: botId, theme: {}, settings: {} },
  messages: [
    {
      id: 'b1',
      type: 'text',
      content: {
        type: 'richText',
        richText: [{ type: 'p', children: [{ text: 'What is your name?' }] }],
        html: '<div>What is your name?</div>',
        plainText: 'What is your name?',
      },
    },
  ],
  input: { id: 'b2', type: 'text input', options: { variableId: 'v1' } },
};

/** The endpoints that start and continue chats; none takes a token. */
export const chatRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/v1/bots/{publicId}/startChat',
    summary: 'Start a chat of a published bot',
    document: `mutation ($input: StartChatInput!) { startChat(input: $input) { ${START_REPLY} } }`,
    reply: 'startChat.reply.raw',
    turn: 'startChat.reply.turn',
    body: {
      input: 'StartChatInput',
      members: [...START_MEMBERS, 'resultId', 'stage'],
      isOptional: true,
      limit: 'chat',
    },
    needsToken: false,
    example: {
      body: { prefilledVariables: { Source: 'newsletter' } },
      reply: { sessionId: 'ses_0mwq9jvrn3cw1h3rngmptru9xb20shxdrc', resultId, ...question },
    },
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/preview/startChat',
    summary: 'Start a chat of a draft, or of a flow sent along',
    document: `mutation ($input: StartPreviewChatInput!) { startPreviewChat(input: $input) { ${START_REPLY} } }`,
    reply: 'startPreviewChat.reply.raw',
    turn: 'startPreviewChat.reply.turn',
    body: {
      input: 'StartPreviewChatInput',
      members: [...START_MEMBERS, 'bot', 'startFrom', 'breakpoints', 'stage'],
      botAlias: 'typebot',
      isOptional: true,
      limit: 'authoring',
    },
    needsToken: false,
    example: {
      body: { startFrom: { type: 'group', groupId: 'g1' } },
      reply: { sessionId: 'ses_0mwq9jw2r73r10prdtmrt9jq68ty7yfbem', ...question },
    },
  },
  {
    method: 'post',
    path: '/v1/sessions/{sessionId}/continueChat',
    summary: 'Send a message and get what follows',
    document: `mutation ($input: ContinueChatInput!) { continueChat(input: $input) { ${REPLY} } }`,
    reply: 'continueChat.reply.raw',
    turn: 'continueChat.reply.turn',
    body: {
      input: 'ContinueChatInput',
      members: ['message', 'expectedTurn'],
      isOptional: true,
      limit: 'chat',
    },
    needsToken: false,
    example: { body: { message: 'Ada' }, reply: { messages: [] } },
  },
];
