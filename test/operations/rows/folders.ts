import {
  type Deleted,
  deletion,
  mutation,
  type Named,
  ofWorkspace,
  type Refused,
  row,
  type Shown,
  WORKSPACE_MISSING,
} from './row.js';

const FOLDER = 'id createdAt updatedAt name parentFolderId workspaceId';
const oneFolder = { '': 'folder', folder: FOLDER };

const updating = (folder: unknown, path: string): Refused => {
  const sent = { workspaceId: '$workspaceId', folderId: '$folderId', folder };
  return [sent, 'VALIDATION', path];
};

export const folderRows = {
  listFolders: row<{ folders: Named[] }>({
    rest: 'GET /api/v1/folders',
    graphql: `query ($workspaceId: ID!, $parentFolderId: ID) {
      workspace(id: $workspaceId) { folders(parentFolderId: $parentFolderId) { ${FOLDER} } } }`,
    reply: { folders: 'workspace.folders' },
    missing: WORKSPACE_MISSING,
    sent: { workspaceId: '$workspaceId' },
    fields: { '': 'folders', 'folders.0': FOLDER },
  }),
  createFolder: row<{ folder: Named }>({
    rest: 'POST /api/v1/folders',
    graphql: mutation('createFolder', 'CreateFolderInput', `folder { ${FOLDER} }`),
    reply: { folder: 'done.folder' },
    sent: { workspaceId: '$workspaceId', folderName: 'New' },
    fields: oneFolder,
    rule: 'writeWorkspace',
  }),
  readFolder: row<{ folder: Named }>({
    rest: 'GET /api/v1/folders/{folderId}',
    graphql: `query ($folderId: ID!, $workspaceId: ID) {
      folder(id: $folderId, workspaceId: $workspaceId) { ${FOLDER} } }`,
    reply: { folder: 'folder' },
    missing: { folder: 'FOLDER_NOT_FOUND' },
    sent: { folderId: '$folderId', workspaceId: '$workspaceId' },
    fields: oneFolder,
    rule: 'readWorkspace',
  }),
  updateFolder: row<{ folder: Named }>({
    rest: 'PATCH /api/v1/folders/{folderId}',
    graphql: mutation('updateFolder', 'UpdateFolderInput', `folder { ${FOLDER} }`),
    reply: { folder: 'done.folder' },
    sent: { folderId: '$folderId', workspaceId: '$workspaceId', folder: { name: 'Renamed' } },
    fields: oneFolder,
    rule: 'writeWorkspace',
    refuses: [
      updating({ name: null }, 'folder.name'),
      updating({ name: 7 }, 'folder.name'),
      updating({ parentFolderId: '$folderId' }, 'folder.parentFolderId'),
      updating({ parentFolderId: '$otherFolderId' }, 'folder.parentFolderId'),
      [{ workspaceId: '$workspaceId', folderId: '$otherFolderId', folder: {} }, 'FOLDER_NOT_FOUND'],
    ],
  }),
  deleteFolder: row<Deleted>({
    ...deletion,
    rest: 'DELETE /api/v1/folders/{folderId}',
    graphql: mutation('deleteFolder', 'DeleteFolderInput', 'deletedId'),
    sent: { folderId: '$newFolderId', workspaceId: '$workspaceId' },
    rule: 'writeWorkspace',
  }),
};

const TEMPLATE = 'id name theme workspaceId createdAt updatedAt';

export const themeTemplateRows = {
  listThemeTemplates: row<{ themeTemplates: Named[] }>({
    rest: 'GET /api/v1/themeTemplates',
    graphql: ofWorkspace(`themeTemplates { ${TEMPLATE} }`),
    reply: { themeTemplates: 'workspace.themeTemplates' },
    missing: WORKSPACE_MISSING,
    sent: { workspaceId: '$workspaceId' },
    fields: { '': 'themeTemplates', 'themeTemplates.0': TEMPLATE },
  }),
  saveThemeTemplate: row<{ themeTemplate: Named }>({
    rest: 'PUT /api/v1/themeTemplates/{themeTemplateId}',
    graphql: mutation(
      'saveThemeTemplate',
      'SaveThemeTemplateInput',
      `themeTemplate { ${TEMPLATE} }`,
    ),
    reply: { themeTemplate: 'done.themeTemplate' },
    sent: {
      workspaceId: '$workspaceId',
      themeTemplateId: '$themeTemplateId',
      name: 'Night',
      theme: {},
    },
    fields: { '': 'themeTemplate', themeTemplate: TEMPLATE },
    rule: 'writeWorkspace',
  }),
  deleteThemeTemplate: row<Deleted>({
    ...deletion,
    rest: 'DELETE /api/v1/themeTemplates/{themeTemplateId}',
    graphql: mutation('deleteThemeTemplate', 'DeleteThemeTemplateInput', 'deletedId'),
    sent: { workspaceId: '$workspaceId', themeTemplateId: '$newThemeTemplateId' },
    rule: 'writeWorkspace',
    refuses: [
      [
        { workspaceId: '$workspaceId', themeTemplateId: '$otherThemeTemplateId' },
        'THEME_TEMPLATE_NOT_FOUND',
      ],
    ],
  }),
};

interface Checked {
  status: string;
  customDomain: Named;
  records: Shown[];
}

const DOMAIN =
  'id name status workspaceId createdAt checkedAt heldSince unprovenSince lostAt records';

const SELECTED = `${DOMAIN} { type name value }`;

const ofDomain = {
  sent: { workspaceId: '$workspaceId', name: '$hostName' },
  fields: { '': 'status customDomain records', customDomain: DOMAIN },
};

export const customDomainRows = {
  listDomains: row<{ customDomains: Named[] }>({
    rest: 'GET /api/v1/custom-domains',
    graphql: ofWorkspace(`customDomains { ${SELECTED} }`),
    reply: { customDomains: 'workspace.customDomains' },
    missing: WORKSPACE_MISSING,
    sent: { workspaceId: '$workspaceId' },
    fields: { '': 'customDomains', 'customDomains.0': DOMAIN },
  }),
  addDomain: row<{ customDomain: Named }>({
    rest: 'POST /api/v1/custom-domains',
    graphql: mutation('addCustomDomain', 'AddCustomDomainInput', `customDomain { ${SELECTED} }`),
    reply: { customDomain: 'done.customDomain' },
    sent: { workspaceId: '$workspaceId', name: 'added.example.com' },
    fields: { '': 'customDomain', customDomain: DOMAIN },
    rule: 'writeWorkspace',
  }),
  checkDomain: row<Checked>({
    ...ofDomain,
    rest: 'GET /api/v1/custom-domains/{name}/verify',
    graphql: `query ($workspaceId: ID!, $name: HostName!) {
      workspace(id: $workspaceId) { check: customDomainCheck(name: $name) {
        status customDomain { ${SELECTED} } records { type name value } } } }`,
    reply: {
      status: 'workspace.check.status',
      customDomain: 'workspace.check.customDomain',
      records: 'workspace.check.records',
    },
    missing: { ...WORKSPACE_MISSING, 'workspace.check': 'DOMAIN_NOT_FOUND' },
  }),
  verifyDomain: row<Checked>({
    ...ofDomain,
    rest: 'POST /api/v1/custom-domains/{name}/verify',
    graphql: mutation(
      'verifyCustomDomain',
      'CustomDomainInput',
      `customDomain { ${SELECTED} } records { type name value }`,
    ),
    reply: {
      status: 'done.customDomain.status',
      customDomain: 'done.customDomain',
      records: 'done.records',
    },
    rule: 'writeWorkspace',
  }),
  removeDomain: row<Deleted>({
    ...deletion,
    rest: 'DELETE /api/v1/custom-domains/{name}',
    graphql: mutation('removeCustomDomain', 'CustomDomainInput', 'deletedId'),
    sent: { workspaceId: '$workspaceId', name: '$newHostName' },
    rule: 'writeWorkspace',
  }),
};
