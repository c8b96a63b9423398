import type { BotShown, Operation, Shown } from './transports.js';

interface Listed extends Shown {
  readonly id: string;
  readonly name: string;
}

interface VersionShown extends Shown {
  readonly id: string;
  readonly number: number;
}

interface Deleted {
  readonly deletedId: string;
}

/** What the operations of authoring, beyond those of the interface, answer with. */
export interface AuthoringBodies {
  listBots: { bots: Listed[]; nextCursor: string | null };
  deleteBot: Deleted;
  restoreBot: { bot: BotShown };
  unpublishBot: { bot: BotShown };
  linkedBots: { bots: Listed[] };
  listVersions: { versions: VersionShown[]; nextCursor: string | null };
  readVersion: { version: VersionShown & { definition: Shown } };
  diffVersion: { changes: Shown[] };
  restoreVersion: { bot: BotShown };
  rollbackBot: { publicId: string; version: { id: string; number: number } };
  listFolders: { folders: Listed[] };
  createFolder: { folder: Listed };
  readFolder: { folder: Listed };
  updateFolder: { folder: Listed };
  deleteFolder: Deleted;
  listWorkspaces: { workspaces: Listed[]; nextCursor: string | null };
  readWorkspace: { workspace: Listed };
  updateWorkspace: { workspace: Listed };
  deleteWorkspace: Deleted;
  listThemeTemplates: { themeTemplates: Listed[] };
  saveThemeTemplate: { themeTemplate: Listed };
  deleteThemeTemplate: Deleted;
  listDomains: { customDomains: Listed[] };
  addDomain: { customDomain: Listed };
  checkDomain: { status: string; customDomain: Listed; records: Shown[] };
  verifyDomain: { status: string; customDomain: Listed; records: Shown[] };
  removeDomain: Deleted;
}

const ERRORS = 'userErrors { code reason message path }';
const LISTED = 'id name icon folderId publicId publishedBotId createdAt updatedAt';
const FOLDER = 'id createdAt updatedAt name parentFolderId workspaceId';
const WORKSPACE =
  'id createdAt updatedAt name icon plan billingProviderId isSuspended isPastDue isVerified';
const TEMPLATE = 'id name theme workspaceId createdAt updatedAt';
const DOMAIN = 'id name status workspaceId createdAt checkedAt';
const VERSION = 'id number label createdAt isLive author { id name }';
const VERSION_MISSING = { bot: 'BOT_NOT_FOUND', 'bot.versionById': 'VERSION_NOT_FOUND' };
const WORKSPACE_MISSING = { workspace: 'WORKSPACE_NOT_FOUND' };

const mutation = (field: string, input: string, asked: string): string =>
  `mutation ($input: ${input}!) { done: ${field}(input: $input) { ${asked} ${ERRORS} } }`;

/** What each endpoint for authors is sent, as callers of each transport write it. */
export const authoringOperations: Readonly<Record<keyof AuthoringBodies, Operation>> = {
  listBots: {
    rest: 'GET /api/v1/bots',
    graphql: `query ($workspaceId: ID!, $folderId: ID, $limit: PageLimit = 100, $cursor: String) {
      workspace(id: $workspaceId) { bots(folderId: $folderId, first: $limit, after: $cursor) {
        nodes { ${LISTED} } nextCursor } } }`,
    reply: { bots: 'workspace.bots.nodes', nextCursor: 'workspace.bots.nextCursor' },
    missing: WORKSPACE_MISSING,
  },
  deleteBot: {
    rest: 'DELETE /api/v1/bots/{botId}',
    graphql: mutation('deleteBot', 'BotInput', 'deletedId'),
    reply: { deletedId: 'done.deletedId' },
  },
  restoreBot: {
    rest: 'POST /api/v1/bots/{botId}/restore',
    graphql: mutation('restoreBot', 'BotInput', 'bot { raw }'),
    reply: { bot: 'done.bot.raw' },
  },
  unpublishBot: {
    rest: 'POST /api/v1/bots/{botId}/unpublish',
    graphql: mutation('unpublishBot', 'BotInput', 'bot { raw }'),
    reply: { bot: 'done.bot.raw' },
  },
  linkedBots: {
    rest: 'GET /api/v1/bots/{botId}/linkedBots',
    graphql: `query ($botId: ID!) { bot(id: $botId) { linkedBots { ${LISTED} draft } } }`,
    reply: { bots: 'bot.linkedBots' },
    missing: { bot: 'BOT_NOT_FOUND' },
  },
  listVersions: {
    rest: 'GET /api/v1/bots/{botId}/versions',
    graphql: `query ($botId: ID!, $limit: PageLimit, $cursor: String) { bot(id: $botId) {
      versions(first: $limit, after: $cursor) { nodes { ${VERSION} } nextCursor } } }`,
    reply: { versions: 'bot.versions.nodes', nextCursor: 'bot.versions.nextCursor' },
    missing: { bot: 'BOT_NOT_FOUND' },
  },
  readVersion: {
    rest: 'GET /api/v1/bots/{botId}/versions/{versionId}',
    graphql: `query ($botId: ID!, $versionId: ID!) { bot(id: $botId) {
      versionById(id: $versionId) { ${VERSION} definition } } }`,
    reply: { version: 'bot.versionById' },
    missing: VERSION_MISSING,
  },
  diffVersion: {
    rest: 'GET /api/v1/bots/{botId}/versions/{versionId}/diff',
    graphql: `query ($botId: ID!, $versionId: ID!, $against: ID) { bot(id: $botId) {
      versionById(id: $versionId) { diff(against: $against) {
        kind id groupId name before after paths } } } }`,
    reply: { changes: 'bot.versionById.diff' },
    missing: VERSION_MISSING,
  },
  restoreVersion: {
    rest: 'POST /api/v1/bots/{botId}/versions/{versionId}/restore',
    graphql: mutation('restoreVersion', 'RestoreVersionInput', 'bot { raw }'),
    reply: { bot: 'done.bot.raw' },
  },
  rollbackBot: {
    rest: 'POST /api/v1/bots/{botId}/versions/{versionId}/rollback',
    graphql: mutation('rollbackBot', 'VersionInput', 'bot { publicId } version { id number }'),
    reply: { publicId: 'done.bot.publicId', version: 'done.version' },
  },
  listFolders: {
    rest: 'GET /api/v1/folders',
    graphql: `query ($workspaceId: ID!, $parentFolderId: ID) {
      workspace(id: $workspaceId) { folders(parentFolderId: $parentFolderId) { ${FOLDER} } } }`,
    reply: { folders: 'workspace.folders' },
    missing: WORKSPACE_MISSING,
  },
  createFolder: {
    rest: 'POST /api/v1/folders',
    graphql: mutation('createFolder', 'CreateFolderInput', `folder { ${FOLDER} }`),
    reply: { folder: 'done.folder' },
  },
  readFolder: {
    rest: 'GET /api/v1/folders/{folderId}',
    graphql: `query ($folderId: ID!, $workspaceId: ID) {
      folder(id: $folderId, workspaceId: $workspaceId) { ${FOLDER} } }`,
    reply: { folder: 'folder' },
    missing: { folder: 'FOLDER_NOT_FOUND' },
  },
  updateFolder: {
    rest: 'PATCH /api/v1/folders/{folderId}',
    graphql: mutation('updateFolder', 'UpdateFolderInput', `folder { ${FOLDER} }`),
    reply: { folder: 'done.folder' },
  },
  deleteFolder: {
    rest: 'DELETE /api/v1/folders/{folderId}',
    graphql: mutation('deleteFolder', 'DeleteFolderInput', 'deletedId'),
    reply: { deletedId: 'done.deletedId' },
  },
  listWorkspaces: {
    rest: 'GET /api/v1/workspaces',
    graphql: `query ($limit: PageLimit = 100, $cursor: String) {
      viewer { workspaces(first: $limit, after: $cursor) { nodes { ${WORKSPACE} } nextCursor } } }`,
    reply: { workspaces: 'viewer.workspaces.nodes', nextCursor: 'viewer.workspaces.nextCursor' },
  },
  readWorkspace: {
    rest: 'GET /api/v1/workspaces/{workspaceId}',
    graphql: `query ($workspaceId: ID!) { workspace(id: $workspaceId) { ${WORKSPACE} } }`,
    reply: { workspace: 'workspace' },
    missing: WORKSPACE_MISSING,
  },
  updateWorkspace: {
    rest: 'PATCH /api/v1/workspaces/{workspaceId}',
    graphql: mutation('updateWorkspace', 'UpdateWorkspaceInput', `workspace { ${WORKSPACE} }`),
    reply: { workspace: 'done.workspace' },
  },
  deleteWorkspace: {
    rest: 'DELETE /api/v1/workspaces/{workspaceId}',
    graphql: mutation('deleteWorkspace', 'DeleteWorkspaceInput', 'deletedId'),
    reply: { deletedId: 'done.deletedId' },
  },
  listThemeTemplates: {
    rest: 'GET /api/v1/themeTemplates',
    graphql: `query ($workspaceId: ID!) {
      workspace(id: $workspaceId) { themeTemplates { ${TEMPLATE} } } }`,
    reply: { themeTemplates: 'workspace.themeTemplates' },
    missing: WORKSPACE_MISSING,
  },
  saveThemeTemplate: {
    rest: 'PUT /api/v1/themeTemplates/{themeTemplateId}',
    graphql: mutation(
      'saveThemeTemplate',
      'SaveThemeTemplateInput',
      `themeTemplate { ${TEMPLATE} }`,
    ),
    reply: { themeTemplate: 'done.themeTemplate' },
  },
  deleteThemeTemplate: {
    rest: 'DELETE /api/v1/themeTemplates/{themeTemplateId}',
    graphql: mutation('deleteThemeTemplate', 'DeleteThemeTemplateInput', 'deletedId'),
    reply: { deletedId: 'done.deletedId' },
  },
  listDomains: {
    rest: 'GET /api/v1/custom-domains',
    graphql: `query ($workspaceId: ID!) {
      workspace(id: $workspaceId) { customDomains { ${DOMAIN} } } }`,
    reply: { customDomains: 'workspace.customDomains' },
    missing: WORKSPACE_MISSING,
  },
  addDomain: {
    rest: 'POST /api/v1/custom-domains',
    graphql: mutation('addCustomDomain', 'AddCustomDomainInput', `customDomain { ${DOMAIN} }`),
    reply: { customDomain: 'done.customDomain' },
  },
  checkDomain: {
    rest: 'GET /api/v1/custom-domains/{name}/verify',
    graphql: `query ($workspaceId: ID!, $name: HostName!) {
      workspace(id: $workspaceId) { check: customDomainCheck(name: $name) {
        status customDomain { ${DOMAIN} } records { type name value } } } }`,
    reply: {
      status: 'workspace.check.status',
      customDomain: 'workspace.check.customDomain',
      records: 'workspace.check.records',
    },
    missing: { ...WORKSPACE_MISSING, 'workspace.check': 'DOMAIN_NOT_FOUND' },
  },
  verifyDomain: {
    rest: 'POST /api/v1/custom-domains/{name}/verify',
    graphql: mutation(
      'verifyCustomDomain',
      'CustomDomainInput',
      `customDomain { ${DOMAIN} } records { type name value }`,
    ),
    reply: {
      status: 'done.customDomain.status',
      customDomain: 'done.customDomain',
      records: 'done.records',
    },
  },
  removeDomain: {
    rest: 'DELETE /api/v1/custom-domains/{name}',
    graphql: mutation('removeCustomDomain', 'CustomDomainInput', 'deletedId'),
    reply: { deletedId: 'done.deletedId' },
  },
};
