import type { OperationName } from '../support/transports.js';

const BOT = [
  ...['version', 'id', 'name', 'events', 'groups', 'edges', 'variables', 'theme'],
  ...['selectedThemeTemplateId', 'settings', 'createdAt', 'updatedAt', 'icon', 'folderId'],
  ...['publicId', 'customDomain', 'workspaceId', 'resultsTablePreferences', 'isArchived'],
  ...['isClosed', 'messengerCredentialsId', 'riskLevel'],
];
const PUBLISHED = [
  ...['id', 'version', 'createdAt', 'updatedAt', 'botId', 'groups', 'events', 'edges'],
  ...['variables', 'theme', 'settings'],
];
const RESULT = [
  'id',
  'createdAt',
  'botId',
  'variables',
  'isCompleted',
  'hasStarted',
  'isArchived',
  'answers',
];
const ANSWER = [
  'createdAt',
  'resultId',
  'blockId',
  'groupId',
  'variableId',
  'content',
  'storageUsed',
];
const WORKSPACE = [
  ...['id', 'createdAt', 'updatedAt', 'name', 'icon', 'plan', 'billingProviderId'],
  ...['isSuspended', 'isPastDue', 'isVerified'],
];

const LISTED = [
  ...['id', 'name', 'icon', 'folderId', 'publicId', 'publishedBotId', 'createdAt', 'updatedAt'],
];
const FOLDER = ['id', 'createdAt', 'updatedAt', 'name', 'parentFolderId', 'workspaceId'];
const TEMPLATE = ['id', 'name', 'theme', 'workspaceId', 'createdAt', 'updatedAt'];
const DOMAIN = ['id', 'name', 'status', 'workspaceId', 'createdAt', 'checkedAt'];
const VERSION = ['id', 'number', 'label', 'createdAt', 'isLive', 'author'];
const CHANGE = ['kind', 'id', 'groupId', 'name', 'before', 'after', 'paths'];
const DELETED = { '': ['deletedId'] };
const MEMBER = ['workspaceId', 'role', 'createdAt', 'user'];
const PERSON = ['id', 'name', 'email'];
const COLLABORATOR = ['botId', 'type', 'createdAt', 'updatedAt', 'user'];
const INVITATION = [
  ...['id', 'workspaceId', 'botId', 'email', 'role', 'type', 'createdAt', 'expiresAt'],
];
const USER = ['id', 'name', 'email', 'createdAt'];
const TOKEN_SHOWN = [
  ...['id', 'name', 'prefix', 'scopes', 'workspaceId', 'createdAt', 'lastUsedAt', 'expiresAt'],
];

/** The field tables of the interface, by where they stand in each reply. */
export const fieldTables: Readonly<
  Record<OperationName, Readonly<Record<string, readonly string[]>>>
> = {
  createWorkspace: { '': ['workspace'], workspace: WORKSPACE },
  createBot: { '': ['bot'], bot: BOT },
  importBot: { '': ['bot'], bot: BOT },
  readBot: { '': ['bot', 'currentUserMode'], bot: BOT },
  updateBot: { '': ['bot'], bot: BOT },
  publishBot: { '': ['publicId', 'version', 'issues'], version: ['id', 'number'] },
  readPublished: { '': ['publishedBot', 'version'], publishedBot: PUBLISHED },
  listResults: {
    '': ['results', 'nextCursor'],
    'results.0': RESULT,
    'results.0.answers.0': ANSWER,
  },
  getResult: {
    '': ['result'],
    result: RESULT,
    'result.answers.0': ANSWER,
    'result.variables.0': ['id', 'name', 'value'],
  },
  startChat: {
    '': ['sessionId', 'resultId', 'bot', 'messages', 'input'],
    bot: ['id', 'theme', 'settings'],
    'messages.0': ['id', 'type', 'content'],
  },
  startPreview: { '': ['sessionId', 'bot', 'messages', 'input'] },
  continueChat: { '': ['messages', 'input'] },
  stopReply: { '': ['wasStreaming'] },
  setStatus: { '': ['status', 'turn', 'lastSeq'] },
  postAgentMessage: {
    '': ['message', 'turn', 'lastSeq'],
    message: ['id', 'type', 'content'],
  },
  readEvents: {
    '': ['events', 'lastSeq', 'isEnded'],
    'events.0': ['seq', 'turn', 'at', 'kind', 'message'],
  },
  listMembers: { '': ['members'], 'members.0': MEMBER, 'members.0.user': PERSON },
  updateMember: { '': ['member'], member: MEMBER },
  removeMember: DELETED,
  listInvitations: { '': ['invitations'], 'invitations.0': INVITATION },
  inviteMember: { '': ['member', 'invitation', 'code', 'link'], invitation: INVITATION },
  revokeInvitation: DELETED,
  acceptInvitation: { '': ['workspace'], workspace: ['id', 'name'] },
  listCollaborators: {
    '': ['collaborators', 'invitations'],
    'collaborators.0': COLLABORATOR,
    'collaborators.0.user': PERSON,
  },
  inviteCollaborator: { '': ['collaborator', 'invitation', 'code', 'link'] },
  updateCollaborator: { '': ['collaborator'], collaborator: COLLABORATOR },
  removeCollaborator: DELETED,
  listCredentials: {
    '': ['credentials'],
    'credentials.0': ['id', 'name', 'type', 'createdAt', 'updatedAt', 'usedByBots'],
  },
  saveCredentials: { '': ['credentialsId'] },
  deleteCredentials: DELETED,
  readMe: { '': ['user'], user: USER },
  updateMe: { '': ['user'], user: USER },
  listTokens: { '': ['apiTokens'], 'apiTokens.0': TOKEN_SHOWN },
  createToken: { '': ['apiToken', 'token'], apiToken: TOKEN_SHOWN },
  revokeToken: DELETED,
  listBots: { '': ['bots', 'nextCursor'], 'bots.0': LISTED },
  deleteBot: DELETED,
  restoreBot: { '': ['bot'], bot: BOT },
  unpublishBot: { '': ['bot'], bot: BOT },
  linkedBots: { '': ['bots'], 'bots.0': [...LISTED, 'draft'] },
  listVersions: { '': ['versions', 'nextCursor'], 'versions.0': VERSION },
  readVersion: { '': ['version'], version: [...VERSION, 'definition'] },
  diffVersion: { '': ['changes'], 'changes.0': CHANGE },
  restoreVersion: { '': ['bot'], bot: BOT },
  rollbackBot: { '': ['publicId', 'version'], version: ['id', 'number'] },
  listFolders: { '': ['folders'], 'folders.0': FOLDER },
  createFolder: { '': ['folder'], folder: FOLDER },
  readFolder: { '': ['folder'], folder: FOLDER },
  updateFolder: { '': ['folder'], folder: FOLDER },
  deleteFolder: DELETED,
  listWorkspaces: { '': ['workspaces', 'nextCursor'], 'workspaces.0': WORKSPACE },
  readWorkspace: { '': ['workspace'], workspace: WORKSPACE },
  updateWorkspace: { '': ['workspace'], workspace: WORKSPACE },
  deleteWorkspace: DELETED,
  listThemeTemplates: { '': ['themeTemplates'], 'themeTemplates.0': TEMPLATE },
  saveThemeTemplate: { '': ['themeTemplate'], themeTemplate: TEMPLATE },
  deleteThemeTemplate: DELETED,
  listDomains: { '': ['customDomains'], 'customDomains.0': DOMAIN },
  addDomain: { '': ['customDomain'], customDomain: DOMAIN },
  checkDomain: { '': ['status', 'customDomain', 'records'], customDomain: DOMAIN },
  verifyDomain: { '': ['status', 'customDomain', 'records'], customDomain: DOMAIN },
  removeDomain: DELETED,
  deleteResults: { '': ['deletedCount'] },
  readLogs: { '': ['logs'] },
  readTranscript: {
    '': ['transcript'],
    'transcript.0': ['role', 'type', 'text', 'mediaUrl', 'blockId', 'at'],
  },
  readStats: { '': ['totalViews', 'totalStarts', 'totalCompleted'] },
  countAnswers: {
    '': ['totalAnswersInBlocks'],
    'totalAnswersInBlocks.0': ['blockId', 'total'],
  },
  countEdges: { '': ['totalVisitedEdges'], 'totalVisitedEdges.0': ['edgeId', 'total'] },
  countInDepth: {
    '': ['totalAnswers', 'offDefaultPathVisitedEdges'],
    'totalAnswers.0': ['blockId', 'total'],
  },
};
