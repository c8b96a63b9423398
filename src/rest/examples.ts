/** A request and its reply, as they were on a running server. */
export interface Example {
  readonly body?: unknown;
  readonly reply: unknown;
}

const flow = {
  events: [{ id: 'start', type: 'start', graphCoordinates: { x: 0, y: 0 }, outgoingEdgeId: 'e1' }],
  groups: [
    {
      id: 'g1',
      title: 'Hello',
      graphCoordinates: { x: 200, y: 0 },
      blocks: [
        {
          id: 'b1',
          type: 'text',
          content: { richText: [{ type: 'p', children: [{ text: 'What is your name?' }] }] },
        },
        { id: 'b2', type: 'text input', options: { variableId: 'v1' } },
      ],
    },
  ],
  edges: [{ id: 'e1', from: { eventId: 'start' }, to: { groupId: 'g1' } }],
  variables: [{ id: 'v1', name: 'Name' }],
};

const botId = 'bot_0mwq9jvjy2d8mar2xz8unqd7';
const workspaceId = 'wks_0mwq9jvbvp96xur19cla2y4o';
const resultId = 'res_0mwq9jvrnfz2e2utox8g167i';

const bot = {
  version: '6',
  id: botId,
  name: 'Lead form',
  ...flow,
  theme: {},
  selectedThemeTemplateId: null,
  settings: {},
  createdAt: '2026-11-21T10:26:49.342Z',
  updatedAt: '2026-11-21T10:26:49.342Z',
  icon: null,
  folderId: null,
  publicId: null,
  customDomain: null,
  workspaceId,
  resultsTablePreferences: null,
  isArchived: false,
  isClosed: false,
  messengerCredentialsId: null,
  riskLevel: null,
};

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

const result = {
  id: resultId,
  createdAt: '2026-11-21T10:26:49.619Z',
  botId,
  variables: [{ id: 'v1', name: 'Name', value: 'Ada' }],
  isCompleted: true,
  hasStarted: true,
  isArchived: false,
  answers: [
    {
      createdAt: '2026-11-21T10:26:49.926Z',
      resultId,
      blockId: 'b2',
      groupId: 'g1',
      variableId: 'v1',
      content: 'Ada',
      storageUsed: 0,
    },
  ],
};

/** Examples by operation id: the endpoints of the interface, one after the other as a client would call them. */
export const examples: Readonly<Record<string, Example>> = {
  postWorkspaces: {
    body: { name: 'Acme' },
    reply: {
      workspace: {
        id: workspaceId,
        createdAt: '2026-11-21T10:26:49.051Z',
        updatedAt: '2026-11-21T10:26:49.051Z',
        name: 'Acme',
        icon: null,
        plan: 'FREE',
        billingProviderId: null,
        isSuspended: false,
        isPastDue: false,
        isVerified: null,
      },
    },
  },
  postBots: { body: { workspaceId, bot: { name: 'Lead form', ...flow } }, reply: { bot } },
  postBotsImport: {
    body: { workspaceId, bot: { version: '6', name: 'Lead form', ...flow } },
    reply: { bot },
  },
  getBotsBotId: { reply: { bot } },
  patchBotsBotId: {
    body: { bot: { name: 'Contact form', isClosed: true } },
    reply: {
      bot: {
        ...bot,
        name: 'Contact form',
        isClosed: true,
        updatedAt: '2026-11-21T10:27:12.880Z',
      },
    },
  },
  postBotsBotIdPublish: {
    body: { label: 'First' },
    reply: {
      publicId: 'lead-form-z8unqd7',
      version: { id: 'ver_0mwq9jvn30r0f2i2w2affu4s', number: 1 },
    },
  },
  getBotsBotIdPublishedBot: {
    reply: {
      publishedBot: {
        id: 'ver_0mwq9jvn30r0f2i2w2affu4s',
        botId,
        createdAt: '2026-11-21T10:26:49.455Z',
        updatedAt: '2026-11-21T10:26:49.455Z',
        version: '6',
        ...flow,
        theme: {},
        settings: {},
      },
      version: '6',
    },
  },
  postBotsPublicIdStartChat: {
    body: { prefilledVariables: { Source: 'newsletter' } },
    reply: { sessionId: 'ses_0mwq9jvrn3cw1h3rngmptru9xb20shxdrc', resultId, ...question },
  },
  postBotsBotIdPreviewStartChat: {
    body: { startFrom: { type: 'group', groupId: 'g1' } },
    reply: { sessionId: 'ses_0mwq9jw2r73r10prdtmrt9jq68ty7yfbem', ...question },
  },
  getSessionsSessionIdEvents: {
    reply: {
      events: [
        { seq: 4, turn: 2, at: '2026-01-31T09:30:00.000Z', kind: 'heard', text: 'Ada' },
        { seq: 5, turn: 2, at: '2026-01-31T09:30:00.000Z', kind: 'turnEnd', isEnded: false },
      ],
      lastSeq: 5,
      isEnded: false,
    },
  },
  postSessionsSessionIdContinueChat: { body: { message: 'Ada' }, reply: { messages: [] } },
  getBotsBotIdResults: { reply: { results: [result], nextCursor: null } },
  getBotsBotIdResultsResultId: { reply: { result } },
};
