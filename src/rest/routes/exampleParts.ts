/** The id of the bot in the examples. */
export const botId = 'bot_0mwq9jvjy2d8mar2xz8unqd7';
/** The id of its workspace. */
export const workspaceId = 'wks_0mwq9jvbvp96xur19cla2y4o';
/** The id of its published version. */
export const versionId = 'ver_0mwq9jvn30r0f2i2w2affu4s';
/** The id of a result. */
export const resultId = 'res_0mwq9jvrnfz2e2utox8g167i';
/** The id of the person who created it. */
export const userId = 'usr_0mwqezxby3ql7ebvidqfasxe';
/** When everything in the examples was created. */
export const at = '2026-11-21T10:26:49.342Z';

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

/** The bot with its draft, as in replies. */
export const bot = {
  version: '6',
  id: botId,
  name: 'Lead form',
  ...flow,
  theme: {},
  selectedThemeTemplateId: null,
  settings: {},
  createdAt: at,
  updatedAt: at,
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

/** The document of its published version and of its draft. */
export const draft = { version: '6', ...flow, theme: {}, settings: {} };

/** A person with whom things are shared. */
export const grace = {
  id: 'usr_0mwqf2b9qk3l1v8sy5c7hd0e',
  name: 'Grace',
  email: 'grace@example.com',
};

/** Her invitation to the workspace. The code and the link are shown once. */
export const invitation = {
  id: 'inv_0mwqf00tbnnh8o9fa9ylkh2q',
  workspaceId,
  botId: null,
  email: 'grace@example.com',
  role: 'MEMBER',
  type: null,
  createdAt: at,
  expiresAt: '2026-12-05T10:26:49.342Z',
};
export const code = 'parley_the-code-of-the-invitation';
export const link = `https://parley.example.com/invitation#${code}`;
