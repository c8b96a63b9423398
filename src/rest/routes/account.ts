import type { Route } from '../route.js';
import { at, userId, workspaceId } from './exampleParts.js';

const USER = 'id name email createdAt';
const TOKEN = 'id name prefix scopes workspaceId createdAt lastUsedAt expiresAt';

const user = { id: userId, name: 'Ada', email: 'ada@example.com' };
const apiToken = {
  id: 'tok_0mwqf00wrtgjsyzx9kn4ktd6',
  name: 'Nightly report',
  prefix: 'parley_hkSBQ',
  scopes: ['RESULTS_READ'],
  workspaceId,
  createdAt: at,
  lastUsedAt: null,
  expiresAt: '2027-01-01T00:00:00.000Z',
};

/** The endpoints of the caller's own account. */
export const accountRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/users/me',
    summary: 'Read who you are',
    document: `{ viewer { user { ${USER} } } }`,
    reply: { user: 'viewer.user' },
    missing: { viewer: 'UNAUTHENTICATED' },
    needsToken: true,
    example: { reply: { user: { ...user, createdAt: at } } },
  },
  {
    method: 'patch',
    path: '/v1/users/me',
    summary: 'Change what you are called',
    document: `mutation ($input: UpdateViewerInput!) {
      updateViewer(input: $input) { user { ${USER} } }
    }`,
    reply: { user: 'updateViewer.user' },
    body: { input: 'UpdateViewerInput', members: ['name'], isOptional: false, limit: 'chat' },
    needsToken: true,
    example: { body: { name: 'Ada' }, reply: { user: { ...user, createdAt: at } } },
  },
  {
    method: 'get',
    path: '/v1/users/me/api-tokens',
    summary: 'List your tokens',
    document: `{ viewer { apiTokens { ${TOKEN} } } }`,
    reply: { apiTokens: 'viewer.apiTokens' },
    missing: { viewer: 'UNAUTHENTICATED' },
    needsToken: true,
    example: { reply: { apiTokens: [apiToken] } },
  },
  {
    method: 'post',
    path: '/v1/users/me/api-tokens',
    summary: 'Make a token, which is shown once',
    document: `mutation ($input: CreateApiTokenInput!) {
      createApiToken(input: $input) { apiToken { ${TOKEN} } secret }
    }`,
    reply: { apiToken: 'createApiToken.apiToken', token: 'createApiToken.secret' },
    body: {
      input: 'CreateApiTokenInput',
      members: ['name', 'scopes', 'workspaceId', 'expiresAt'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
    example: {
      body: {
        name: apiToken.name,
        scopes: apiToken.scopes,
        workspaceId,
        expiresAt: apiToken.expiresAt,
      },
      reply: { apiToken, token: 'parley_hkSBQ-shown-once' },
    },
  },
  {
    method: 'delete',
    path: '/v1/users/me/api-tokens/{tokenId}',
    summary: 'Revoke a token',
    document: `mutation ($tokenId: ID!) {
      revokeApiToken(input: { tokenId: $tokenId }) { deletedId }
    }`,
    reply: { deletedId: 'revokeApiToken.deletedId' },
    needsToken: true,
    example: { reply: { deletedId: apiToken.id } },
  },
];
