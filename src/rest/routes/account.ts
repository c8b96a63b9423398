import type { Route } from '../route.js';

const USER = 'id name email createdAt';
const TOKEN = 'id name prefix scopes workspaceId createdAt lastUsedAt expiresAt';

/** The endpoints of whoever asks. */
export const accountRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/users/me',
    summary: 'Read who you are',
    document: `{ viewer { user { ${USER} } } }`,
    variables: () => ({}),
    reply: { user: 'viewer.user' },
    missing: { viewer: 'UNAUTHENTICATED' },
    needsToken: true,
  },
  {
    method: 'patch',
    path: '/v1/users/me',
    summary: 'Change what you are called',
    document: `mutation ($input: UpdateViewerInput!) {
      updateViewer(input: $input) { user { ${USER} } }
    }`,
    variables: ({ body }) => ({ input: { name: body['name'] } }),
    reply: { user: 'updateViewer.user' },
    body: { input: 'UpdateViewerInput', members: ['name'], isOptional: false, limit: 'chat' },
    needsToken: true,
  },
  {
    method: 'get',
    path: '/v1/users/me/api-tokens',
    summary: 'List your tokens',
    document: `{ viewer { apiTokens { ${TOKEN} } } }`,
    variables: () => ({}),
    reply: { apiTokens: 'viewer.apiTokens' },
    missing: { viewer: 'UNAUTHENTICATED' },
    needsToken: true,
  },
  {
    method: 'post',
    path: '/v1/users/me/api-tokens',
    summary: 'Make a token, which is shown once',
    document: `mutation ($input: CreateApiTokenInput!) {
      createApiToken(input: $input) { apiToken { ${TOKEN} } secret }
    }`,
    variables: ({ body }) => ({
      input: {
        name: body['name'],
        scopes: body['scopes'],
        workspaceId: body['workspaceId'],
        expiresAt: body['expiresAt'],
      },
    }),
    reply: { apiToken: 'createApiToken.apiToken', token: 'createApiToken.secret' },
    body: {
      input: 'CreateApiTokenInput',
      members: ['name', 'scopes', 'workspaceId', 'expiresAt'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
  },
  {
    method: 'delete',
    path: '/v1/users/me/api-tokens/{tokenId}',
    summary: 'Revoke a token',
    document: `mutation ($tokenId: ID!) {
      revokeApiToken(input: { tokenId: $tokenId }) { deletedId }
    }`,
    variables: ({ params }) => ({ tokenId: params['tokenId'] }),
    reply: { deletedId: 'revokeApiToken.deletedId' },
    needsToken: true,
  },
];
