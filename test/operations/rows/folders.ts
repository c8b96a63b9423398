import { deletion, mutation, row, WORKSPACE_MISSING } from './row.js';
import type { Deleted, Named, Refused } from './row.js';

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
