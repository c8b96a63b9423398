import type { ReplyShown } from './chats.js';
import { mutation, row, type Shown } from './row.js';

const breakpoints = [{ type: 'block', blockId: 'Start.1' }];
const turn = { reply: { '': 'done.reply.raw' } };

export const debuggingRows = {
  setBreakpoints: row<{ breakpoints: readonly Shown[] }>({
    rest: 'POST /api/v1/sessions/{sessionId}/breakpoints',
    graphql: mutation('setBreakpoints', 'SetBreakpointsInput', 'breakpoints'),
    reply: { breakpoints: 'done.breakpoints' },
    sent: { sessionId: '$newDebuggedId', breakpoints },
    fields: { '': 'breakpoints' },
    rule: 'preview',
  }),
  stepChat: row<ReplyShown>({
    ...turn,
    rest: 'POST /api/v1/sessions/{sessionId}/step',
    graphql: mutation('stepChat', 'StepChatInput', 'reply { raw }'),
    sent: { sessionId: '$newDebuggedId', to: 'BREAKPOINT' },
    fields: { '': 'messages input' },
    rule: 'preview',
  }),
  setPausedVariables: row<{ variables: readonly Shown[] }>({
    rest: 'POST /api/v1/sessions/{sessionId}/variables',
    graphql: mutation(
      'setPausedVariables',
      'SetPausedVariablesInput',
      'variables { variableId name value depth }',
    ),
    reply: { variables: 'done.variables' },
    sent: { sessionId: '$newDebuggedId', variables: { Name: 'Ada' } },
    fields: { '': 'variables' },
    rule: 'preview',
  }),
  branchChat: row<ReplyShown>({
    ...turn,
    rest: 'POST /api/v1/sessions/{sessionId}/branch',
    graphql: mutation('branchChat', 'BranchChatInput', 'reply { raw }'),
    sent: { sessionId: '$newTracedId', turn: 1 },
    fields: { '': 'sessionId bot messages input' },
    rule: 'branch',
  }),
};
