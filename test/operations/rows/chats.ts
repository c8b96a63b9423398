import { type GraphqlRow, mutation, row, type Shown } from './row.js';

/** The reply of a turn. */
export interface ReplyShown extends Shown {
  readonly sessionId: string;
  readonly resultId: string;
  readonly messages: readonly { readonly id: string; readonly content: Shown }[];
  readonly input?: { readonly id: string; readonly type: string };
}

const bySecret = { openBecause: 'whoever knows the secret of a chat may go on with it' };
const turn = { reply: { '': 'done.reply.raw' } };

interface WebhookCalled {
  readonly turn: number;
  readonly lastSeq: number;
}

const webhookCall = {
  graphql: mutation('executeWebhook', 'ExecuteWebhookInput', 'turn lastSeq'),
  reply: { turn: 'done.turn', lastSeq: 'done.lastSeq' },
  fields: { '': 'turn lastSeq' },
  rule: 'converse',
} as const;

/** A page of a trace. */
interface TraceShown extends Shown {
  readonly turns: readonly Shown[];
  readonly lastTurn: number;
}

/** The address and the form fields for an upload. */
interface Staged {
  readonly presignedUrl: string;
  readonly formData: Readonly<Record<string, string>>;
  readonly fileUrl: string;
}

const STAGED = 'stagedUpload { url formData fileUrl fileType maxBytes expiresAt }';

const staged = {
  presignedUrl: 'done.stagedUpload.url',
  formData: 'done.stagedUpload.formData',
  fileUrl: 'done.stagedUpload.fileUrl',
};

export const chatRows = {
  startChat: row<ReplyShown>({
    ...turn,
    rest: 'POST /api/v1/bots/{publicId}/startChat',
    graphql: mutation('startChat', 'StartChatInput', 'reply { raw }'),
    sent: { publicId: '$publicId' },
    fields: {
      '': 'sessionId resultId bot messages input',
      bot: 'id theme settings',
      'messages.0': 'id type content',
    },
    rule: { openBecause: 'what is published is for everybody' },
  }),
  startPreview: row<ReplyShown>({
    ...turn,
    rest: 'POST /api/v1/bots/{botId}/preview/startChat',
    graphql: mutation('startPreviewChat', 'StartPreviewChatInput', 'reply { raw }'),
    sent: { botId: '$botId' },
    fields: { '': 'sessionId bot messages input' },
    rule: { openBecause: 'a preview without rights runs restricted (operations/preview.test.ts)' },
  }),
  continueChat: row<ReplyShown>({
    ...turn,
    rest: 'POST /api/v1/sessions/{sessionId}/continueChat',
    graphql: mutation('continueChat', 'ContinueChatInput', 'reply { raw }'),
    sent: { sessionId: '$newSessionId', message: 'Ada' },
    fields: { '': 'messages input' },
    rule: bySecret,
  }),
  stopReply: row<{ wasStreaming: boolean }>({
    rest: 'POST /api/v1/sessions/{sessionId}/stopReply',
    graphql: mutation('stopReply', 'StopReplyInput', 'wasStreaming'),
    reply: { wasStreaming: 'done.wasStreaming' },
    sent: { sessionId: '$newSessionId' },
    fields: { '': 'wasStreaming' },
    rule: bySecret,
  }),
  saveClientLogs: row<{ savedCount: number }>({
    rest: 'POST /api/v1/sessions/{sessionId}/clientLogs',
    graphql: mutation('saveClientLogs', 'SaveClientLogsInput', 'savedCount'),
    reply: { savedCount: 'done.savedCount' },
    sent: { sessionId: '$newSessionId', clientLogs: [{ description: 'The script failed' }] },
    fields: { '': 'savedCount' },
    rule: bySecret,
  }),
  stageUpload: row<Staged & { readonly fileType: string; readonly maxBytes: number }>({
    rest: 'POST /api/v1/sessions/{sessionId}/uploads',
    graphql: mutation('createStagedUpload', 'CreateStagedUploadInput', STAGED),
    reply: {
      ...staged,
      fileType: 'done.stagedUpload.fileType',
      maxBytes: 'done.stagedUpload.maxBytes',
      expiresAt: 'done.stagedUpload.expiresAt',
    },
    sent: { sessionId: '$newFileSessionId', fileName: 'cv.pdf', fileType: 'application/pdf' },
    fields: { '': 'presignedUrl formData fileUrl fileType maxBytes expiresAt', formData: 'token' },
    rule: bySecret,
    refuses: [[{ sessionId: '$sessionId', fileName: 'cv.pdf' }, 'UPLOAD_REFUSED']],
  }),
  generateUploadUrl: row<Staged>({
    rest: 'POST /api/v3/generate-upload-url',
    graphql: mutation('createStagedUpload', 'CreateStagedUploadInput', STAGED),
    reply: staged,
    sent: { sessionId: '$newFileSessionId', fileName: 'cv.pdf', fileType: 'application/pdf' },
    fields: { '': 'presignedUrl formData fileUrl', formData: 'token' },
    rule: bySecret,
  }),
  setStatus: row<{ status: string; turn: number; lastSeq: number }>({
    rest: 'POST /api/v1/sessions/{sessionId}/setStatus',
    graphql: mutation('setSessionStatus', 'SetSessionStatusInput', 'status turn lastSeq'),
    reply: { status: 'done.status', turn: 'done.turn', lastSeq: 'done.lastSeq' },
    sent: { sessionId: '$newSessionId', status: 'PAUSED' },
    fields: { '': 'status turn lastSeq' },
    rule: 'converse',
  }),
  postAgentMessage: row<{ message: { content: Shown }; turn: number; lastSeq: number }>({
    rest: 'POST /api/v1/sessions/{sessionId}/postAgentMessage',
    graphql: mutation(
      'postAgentMessage',
      'PostAgentMessageInput',
      'message { document } turn lastSeq',
    ),
    reply: { message: 'done.message.document', turn: 'done.turn', lastSeq: 'done.lastSeq' },
    sent: { sessionId: '$newSessionId', text: 'Hello' },
    fields: { '': 'message turn lastSeq', message: 'id type content' },
    rule: 'converse',
  }),
  callWebhook: row<WebhookCalled>({
    ...webhookCall,
    rest: 'POST /api/v1/bots/{botId}/blocks/{blockId}/results/{resultId}/executeWebhook',
    sent: { botId: '$webhookBotId', blockId: 'Start.1', resultId: '$newWaitingResultId' },
    refuses: [
      [{ botId: '$botId', blockId: 'Start.2', resultId: '$resultId' }, 'WEBHOOK_NOT_AWAITED'],
      [{ botId: '$botId', blockId: 'Start.2', resultId: 'res_none' }, 'RESULT_NOT_FOUND'],
      [{ botId: '$otherBotId', blockId: 'Start.2', resultId: '$resultId' }, 'RESULT_NOT_FOUND'],
    ],
  }),
  callWebhookOfSession: row<WebhookCalled>({
    ...webhookCall,
    rest: 'POST /api/v1/bots/{botId}/blocks/{blockId}/sessions/{sessionId}/executeWebhook',
    sent: { botId: '$webhookBotId', blockId: 'Start.1', sessionId: '$newWaitingPreviewId' },
    refuses: [
      [{ botId: '$otherBotId', blockId: 'Start.2', sessionId: '$sessionId' }, 'SESSION_NOT_FOUND'],
    ],
  }),
  callWebhookOfPreview: row<WebhookCalled>({
    ...webhookCall,
    rest: 'POST /api/v1/bots/{botId}/blocks/{blockId}/web/executeWebhook',
    sent: { botId: '$newPreviewedWebhookBotId', blockId: 'Start.1' },
    refuses: [[{ botId: '$botId', blockId: 'Start.2' }, 'WEBHOOK_NOT_AWAITED']],
  }),
  readTrace: row<TraceShown>({
    rest: 'GET /api/v1/sessions/{sessionId}/trace',
    graphql: `query ($sessionId: ID!, $after: Int = 0) {
      chatTrace(sessionId: $sessionId, after: $after) { turns { turn } lastTurn isTraced variables { variableId name value depth }
        breakpoints paused { turn } branchedFrom { sessionId turn } } }`,
    reply: {
      turns: 'chatTrace.turns',
      lastTurn: 'chatTrace.lastTurn',
      isTraced: 'chatTrace.isTraced',
      variables: 'chatTrace.variables',
      breakpoints: 'chatTrace.breakpoints',
      paused: 'chatTrace.paused',
      branchedFrom: 'chatTrace.branchedFrom',
    },
    sent: { sessionId: '$sessionId' },
    fields: { '': 'turns lastTurn isTraced variables breakpoints paused branchedFrom' },
    rule: 'readResults',
  }),
  readEvents: row<{ events: Shown[]; lastSeq: number; isEnded: boolean }>({
    rest: 'GET /api/v1/sessions/{sessionId}/events',
    graphql: `query ($sessionId: ID!, $after: Int = 0, $limit: EventLimit = 256) {
      chatEventPage(sessionId: $sessionId, after: $after, limit: $limit) { documents lastSeq isEnded } }`,
    reply: {
      events: 'chatEventPage.documents',
      lastSeq: 'chatEventPage.lastSeq',
      isEnded: 'chatEventPage.isEnded',
    },
    sent: { sessionId: '$sessionId' },
    fields: { '': 'events lastSeq isEnded', 'events.0': 'seq turn at kind message' },
    rule: bySecret,
  }),
};

export const chatGraphqlRows: Readonly<Record<string, GraphqlRow>> = {
  chatEvents: { rule: bySecret },
  setChatTracing: { rule: 'converse', sent: { sessionId: '$newSessionId', isTraced: true } },
  chatPage: { rule: { openBecause: 'what is published is for everybody' } },
  flowIssues: { rule: { openBecause: 'it tells of the flow that is sent, and of nothing else' } },
  streamMessage: { rule: bySecret },
  chatTyping: { rule: bySecret },
  showTyping: { rule: bySecret, sent: { sessionId: '$sessionId' } },
};

const breakpoints = [{ type: 'block', blockId: 'Start.1' }];

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
