import {
  at,
  bot,
  botId,
  flow,
  folderId,
  userId,
  versionId,
  workspace,
  workspaceId,
  type Example,
} from './exampleParts.js';

const listed = {
  id: botId,
  name: 'Lead form',
  icon: null,
  folderId: null,
  publicId: 'lead-form-z8unqd7',
  publishedBotId: versionId,
  createdAt: at,
  updatedAt: at,
};
const version = {
  id: versionId,
  number: 1,
  label: 'First',
  createdAt: at,
  isLive: true,
  author: { id: userId, name: 'Ada' },
};
const draft = { version: '6', ...flow, theme: {}, settings: {} };
const folder = {
  id: folderId,
  createdAt: at,
  updatedAt: at,
  name: 'Campaigns',
  parentFolderId: null,
  workspaceId,
};
const themeTemplate = {
  id: 'night',
  name: 'Night',
  theme: { general: { background: { type: 'Color', content: '#101418' } } },
  workspaceId,
  createdAt: at,
  updatedAt: at,
};
const customDomain = {
  id: 'dom_0mwqezz3qc27lvh741w746oo',
  name: 'chat.example.com',
  status: 'VALID',
  workspaceId,
  createdAt: at,
  checkedAt: at,
};
const renamed = { ...workspace, name: 'Acme Europe' };

/** Examples of what authors do besides making bots: lists, versions, folders, workspaces, looks, domains. */
export const authoringExamples: Readonly<Record<string, Example>> = {
  getBots: { reply: { bots: [listed], nextCursor: null } },
  deleteBotsBotId: { reply: { deletedId: botId } },
  postBotsBotIdRestore: { body: {}, reply: { bot } },
  postBotsBotIdUnpublish: { body: {}, reply: { bot } },
  getBotsBotIdLinkedBots: { reply: { bots: [{ ...listed, draft }] } },
  getBotsBotIdVersions: { reply: { versions: [version], nextCursor: null } },
  getBotsBotIdVersionsVersionId: { reply: { version: { ...version, definition: draft } } },
  getBotsBotIdVersionsVersionIdDiff: {
    reply: {
      changes: [
        {
          kind: 'TEXT_CHANGED',
          id: 'b1',
          groupId: 'g1',
          name: 'text',
          before: 'Who are you?',
          after: 'What is your name?',
          paths: null,
        },
      ],
    },
  },
  postBotsBotIdVersionsVersionIdRestore: { body: { ifRevision: 7 }, reply: { bot } },
  postBotsBotIdVersionsVersionIdRollback: {
    body: {},
    reply: { publicId: 'lead-form-z8unqd7', version: { id: versionId, number: 1 } },
  },
  getFolders: { reply: { folders: [folder] } },
  postFolders: { body: { workspaceId, folderName: 'Campaigns' }, reply: { folder } },
  getFoldersFolderId: { reply: { folder } },
  patchFoldersFolderId: {
    body: { workspaceId, folder: { name: 'Old campaigns', parentFolderId: null } },
    reply: { folder: { ...folder, name: 'Old campaigns' } },
  },
  deleteFoldersFolderId: { reply: { deletedId: folderId } },
  getWorkspaces: { reply: { workspaces: [workspace], nextCursor: null } },
  getWorkspacesWorkspaceId: { reply: { workspace } },
  patchWorkspacesWorkspaceId: { body: { name: 'Acme Europe' }, reply: { workspace: renamed } },
  deleteWorkspacesWorkspaceId: { reply: { deletedId: workspaceId } },
  getThemeTemplates: { reply: { themeTemplates: [themeTemplate] } },
  putThemeTemplatesThemeTemplateId: {
    body: { workspaceId, name: 'Night', theme: themeTemplate.theme },
    reply: { themeTemplate },
  },
  deleteThemeTemplatesThemeTemplateId: { reply: { deletedId: 'night' } },
  getCustomDomains: { reply: { customDomains: [customDomain] } },
  postCustomDomains: {
    body: { workspaceId, name: 'chat.example.com' },
    reply: { customDomain: { ...customDomain, status: 'PENDING', checkedAt: null } },
  },
  getCustomDomainsNameVerify: {
    reply: {
      status: 'VALID',
      customDomain,
      records: [{ type: 'CNAME', name: 'chat.example.com', value: 'parley.example.com' }],
    },
  },
  postCustomDomainsNameVerify: {
    body: { workspaceId },
    reply: {
      status: 'VALID',
      customDomain,
      records: [{ type: 'CNAME', name: 'chat.example.com', value: 'parley.example.com' }],
    },
  },
  deleteCustomDomainsName: { reply: { deletedId: customDomain.id } },
};
