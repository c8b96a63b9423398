import type { Route } from '../route.js';
import { at, workspaceId } from './exampleParts.js';

const FOLDER = 'id createdAt updatedAt name parentFolderId workspaceId';
const WORKSPACE_ID = { name: 'workspaceId', description: 'The workspace the folder is of' };

/** The members of a folder that can be changed. */
const PATCHED = ['name', 'parentFolderId'];

const folderId = 'fld_0mwqdovfc1ehjbgcz2hmpvqe';
const folder = {
  id: folderId,
  createdAt: at,
  updatedAt: at,
  name: 'Campaigns',
  parentFolderId: null,
  workspaceId,
};

/** The endpoints of folders. */
export const folderRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/folders',
    summary: 'List the folders on one level of a workspace',
    document: `query ($workspaceId: ID!, $parentFolderId: ID) {
      workspace(id: $workspaceId) { folders(parentFolderId: $parentFolderId) { ${FOLDER} } }
    }`,
    reply: { folders: 'workspace.folders' },
    missing: { workspace: 'WORKSPACE_NOT_FOUND' },
    query: [
      { name: 'workspaceId', description: 'The workspace' },
      { name: 'parentFolderId', description: 'The folder to look into; absent: the root' },
    ],
    needsToken: true,
    example: { reply: { folders: [folder] } },
  },
  {
    method: 'post',
    path: '/v1/folders',
    summary: 'Create a folder',
    document: `mutation ($input: CreateFolderInput!) {
      createFolder(input: $input) { folder { ${FOLDER} } }
    }`,
    reply: { folder: 'createFolder.folder' },
    body: {
      input: 'CreateFolderInput',
      members: ['workspaceId', 'folderName', 'parentFolderId'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
    example: { body: { workspaceId, folderName: 'Campaigns' }, reply: { folder } },
  },
  {
    method: 'get',
    path: '/v1/folders/{folderId}',
    summary: 'Read a folder',
    document: `query ($folderId: ID!, $workspaceId: ID) {
      folder(id: $folderId, workspaceId: $workspaceId) { ${FOLDER} }
    }`,
    reply: { folder: 'folder' },
    means: { folder: 'The folder' },
    missing: { folder: 'FOLDER_NOT_FOUND' },
    query: [WORKSPACE_ID],
    needsToken: true,
    example: { reply: { folder } },
  },
  {
    method: 'patch',
    path: '/v1/folders/{folderId}',
    summary: 'Rename or move a folder',
    document: `mutation ($input: UpdateFolderInput!) {
      updateFolder(input: $input) { folder { ${FOLDER} } }
    }`,
    variables: ({ params, body }) => ({
      input: {
        workspaceId: body['workspaceId'],
        folderId: params['folderId'],
        folder: patchOf(body['folder']),
      },
    }),
    reply: { folder: 'updateFolder.folder' },
    body: {
      input: 'UpdateFolderInput',
      members: ['workspaceId', 'folder'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
    example: {
      body: { workspaceId, folder: { name: 'Old campaigns', parentFolderId: null } },
      reply: { folder: { ...folder, name: 'Old campaigns' } },
    },
  },
  {
    method: 'delete',
    path: '/v1/folders/{folderId}',
    summary: 'Delete a folder; what is in it moves to where it was',
    document: `mutation ($folderId: ID!, $workspaceId: ID!) {
      deleteFolder(input: { folderId: $folderId, workspaceId: $workspaceId }) { deletedId }
    }`,
    reply: { deletedId: 'deleteFolder.deletedId' },
    query: [WORKSPACE_ID],
    needsToken: true,
    example: { reply: { deletedId: folderId } },
  },
];

/** Drops unknown members, as everywhere outside documents. Values that are no objects are left for GraphQL to refuse. */
function patchOf(sent: unknown): unknown {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  return Object.fromEntries(Object.entries(sent).filter(([name]) => PATCHED.includes(name)));
}
