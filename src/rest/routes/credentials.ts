import type { Route } from '../route.js';

const WORKSPACE_ID = { name: 'workspaceId', description: 'The workspace they are of' };

/** The endpoints of credentials; no reply holds what is in them. */
export const credentialsRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/credentials',
    summary: 'List the credentials of a workspace, without their secrets',
    document: `query ($workspaceId: ID!, $type: ShortText) {
      workspace(id: $workspaceId) {
        credentials(type: $type) { id name type createdAt updatedAt usedByBots { id name } }
      }
    }`,
    variables: () => ({}),
    reply: { credentials: 'workspace.credentials' },
    missing: { workspace: 'WORKSPACE_NOT_FOUND' },
    query: [WORKSPACE_ID, { name: 'type', description: 'Only those of this service' }],
    needsToken: true,
  },
  {
    method: 'post',
    path: '/v1/credentials',
    summary: 'Save the secrets of a service',
    document: `mutation ($input: SaveCredentialsInput!) {
      saveCredentials(input: $input) { credentials { id } }
    }`,
    variables: ({ body }) => ({
      input: {
        workspaceId: body['workspaceId'],
        credentialsId: body['credentialsId'],
        credentials: body['credentials'],
      },
    }),
    reply: { credentialsId: 'saveCredentials.credentials.id' },
    body: {
      input: 'SaveCredentialsInput',
      members: ['workspaceId', 'credentialsId', 'credentials'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
  },
  {
    method: 'delete',
    path: '/v1/credentials/{credentialsId}',
    summary: 'Delete credentials',
    document: `mutation ($credentialsId: ID!, $workspaceId: ID!) {
      deleteCredentials(input: { credentialsId: $credentialsId, workspaceId: $workspaceId }) {
        deletedId
      }
    }`,
    variables: ({ params }) => ({ credentialsId: params['credentialsId'] }),
    reply: { deletedId: 'deleteCredentials.deletedId' },
    query: [WORKSPACE_ID],
    needsToken: true,
  },
];
