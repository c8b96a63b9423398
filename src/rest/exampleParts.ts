/** A request and its reply, as they were on a running server. */
export interface Example {
  readonly body?: unknown;
  readonly reply: unknown;
}

/** A small flow: it asks for a name. */
export const flow = {
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

/** The bot the examples are about. */
export const botId = 'bot_0mwq9jvjy2d8mar2xz8unqd7';
/** The workspace it belongs to. */
export const workspaceId = 'wks_0mwq9jvbvp96xur19cla2y4o';
/** What a chat with it came to. */
export const resultId = 'res_0mwq9jvrnfz2e2utox8g167i';

/** The bot as it is replied. */
export const bot = {
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

/** What a chat with it begins with. */
export const question = {
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

/** The result of that chat. */
export const result = {
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

/** The moment everything in the examples was made. */
export const at = '2026-11-21T10:26:49.342Z';

/** Their version, folder and person. */
export const versionId = 'ver_0mwq9jvn30r0f2i2w2affu4s';
export const folderId = 'fld_0mwqdovfc1ehjbgcz2hmpvqe';
export const userId = 'usr_0mwqezxby3ql7ebvidqfasxe';

/** A workspace as it is replied. */
export const workspace = {
  id: workspaceId,
  createdAt: at,
  updatedAt: at,
  name: 'Acme',
  icon: null,
  plan: 'FREE',
  billingProviderId: null,
  isSuspended: false,
  isPastDue: false,
  isVerified: false,
};
