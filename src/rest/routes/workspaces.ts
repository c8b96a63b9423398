import type { Route } from '../route.js';
import { at, workspaceId } from './exampleParts.js';
import { PAGE_MEANS, PAGE_QUERY } from './pages.js';

const WORKSPACE =
  'id createdAt updatedAt name icon plan billingProviderId isSuspended isPastDue isVerified';

const workspace = {
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

/** The endpoints of workspaces. */
export const workspaceRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/workspaces',
    summary: 'List the workspaces you may look into, oldest first',
    document: `query ($limit: PageLimit = 100, $cursor: String) {
      viewer { workspaces(first: $limit, after: $cursor) { nodes { ${WORKSPACE} } nextCursor } }
    }`,
    reply: { workspaces: 'viewer.workspaces.nodes', nextCursor: 'viewer.workspaces.nextCursor' },
    means: PAGE_MEANS,
    missing: { viewer: 'UNAUTHENTICATED' },
    query: PAGE_QUERY,
    needsToken: true,
    example: { reply: { workspaces: [workspace], nextCursor: null } },
  },
  {
    method: 'post',
    path: '/v1/workspaces',
    summary: 'Create a workspace',
    document: `mutation ($input: CreateWorkspaceInput!) {
      createWorkspace(input: $input) { workspace { ${WORKSPACE} } }
    }`,
    reply: { workspace: 'createWorkspace.workspace' },
    body: {
      input: 'CreateWorkspaceInput',
      members: ['name', 'icon'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
    example: { body: { name: 'Acme' }, reply: { workspace } },
  },
  {
    method: 'get',
    path: '/v1/workspaces/{workspaceId}',
    summary: 'Read a workspace',
    document: `query ($workspaceId: ID!) { workspace(id: $workspaceId) { ${WORKSPACE} } }`,
    reply: { workspace: 'workspace' },
    means: { workspace: 'The workspace' },
    missing: { workspace: 'WORKSPACE_NOT_FOUND' },
    needsToken: true,
    example: { reply: { workspace } },
  },
  {
    method: 'patch',
    path: '/v1/workspaces/{workspaceId}',
    summary: 'Change the name or icon of a workspace',
    document: `mutation ($input: UpdateWorkspaceInput!) {
      updateWorkspace(input: $input) { workspace { ${WORKSPACE} } }
    }`,
    reply: { workspace: 'updateWorkspace.workspace' },
    body: {
      input: 'UpdateWorkspaceInput',
      members: ['name', 'icon'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
    example: {
      body: { name: 'Acme Europe' },
      reply: { workspace: { ...workspace, name: 'Acme Europe' } },
    },
  },
  {
    method: 'delete',
    path: '/v1/workspaces/{workspaceId}',
    summary: 'Delete a workspace with everything in it',
    document: `mutation ($input: DeleteWorkspaceInput!) {
      deleteWorkspace(input: $input) { deletedId }
    }`,
    reply: { deletedId: 'deleteWorkspace.deletedId' },
    needsToken: true,
    example: { reply: { deletedId: workspaceId } },
  },
];
