import type { Route } from '../route.js';

const REPLY = 'reply { raw turn }';
const sessionId = 'ses_0mwq9jw2r73r10prdtmrt9jq68ty7yfbem';
const breakpoints = [{ type: 'block', blockId: 'b2' }];

/** The endpoints that step through previews, and go back in chats. */
export const debuggingRoutes: readonly Route[] = [
  {
    method: 'post',
    path: '/v1/sessions/{sessionId}/breakpoints',
    summary: 'Set where the turns of a preview pause',
    document: `mutation ($input: SetBreakpointsInput!) {
      setBreakpoints(input: $input) { breakpoints }
    }`,
    reply: { breakpoints: 'setBreakpoints.breakpoints' },
    body: {
      input: 'SetBreakpointsInput',
      members: ['breakpoints'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
    example: { body: { breakpoints }, reply: { breakpoints } },
  },
  {
    method: 'post',
    path: '/v1/sessions/{sessionId}/step',
    summary: 'Go on with the paused turn of a preview, and get what it has said so far',
    document: `mutation ($input: StepChatInput!) { stepChat(input: $input) { ${REPLY} } }`,
    reply: 'stepChat.reply.raw',
    body: {
      input: 'StepChatInput',
      members: ['to', 'blockId', 'pause'],
      isOptional: true,
      limit: 'chat',
    },
    needsToken: true,
    example: {
      body: { to: 'NEXT_BLOCK', pause: 1 },
      reply: {
        messages: [],
        pause: { number: 2, groupId: 'g1', blockId: 'b3', call: 'ENTER', hit: [] },
      },
    },
  },
  {
    method: 'post',
    path: '/v1/sessions/{sessionId}/variables',
    summary: 'Change variables of a preview while its turn is paused',
    document: `mutation ($input: SetPausedVariablesInput!) {
      setPausedVariables(input: $input) { variables { variableId name value depth } }
    }`,
    reply: { variables: 'setPausedVariables.variables' },
    body: {
      input: 'SetPausedVariablesInput',
      members: ['variables', 'pause'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
    example: {
      body: { variables: { Name: 'Ada' } },
      reply: { variables: [{ variableId: 'v1', name: 'Name', value: 'Ada', depth: 0 }] },
    },
  },
  {
    method: 'post',
    path: '/v1/sessions/{sessionId}/branch',
    summary: 'Go back to a turn of a chat, in a new preview',
    document: `mutation ($input: BranchChatInput!) { branchChat(input: $input) { ${REPLY} } }`,
    reply: 'branchChat.reply.raw',
    body: {
      input: 'BranchChatInput',
      members: ['turn', 'breakpoints'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
    example: { body: { turn: 2 }, reply: { sessionId, messages: [] } },
  },
];
