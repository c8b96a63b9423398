import { deletion, mutation, row } from './row.js';
import type { Deleted, Named } from './row.js';

const TOKEN = 'id name prefix scopes workspaceId createdAt lastUsedAt expiresAt';

export const tokenRows = {
  listTokens: row<{ apiTokens: Named[] }>({
    rest: 'GET /api/v1/users/me/api-tokens',
    graphql: `query { viewer { apiTokens { ${TOKEN} } } }`,
    reply: { apiTokens: 'viewer.apiTokens' },
    missing: { viewer: 'UNAUTHENTICATED' },
    sent: {},
    fields: { '': 'apiTokens', 'apiTokens.0': TOKEN },
  }),
  createToken: row<{ apiToken: Named; token: string }>({
    rest: 'POST /api/v1/users/me/api-tokens',
    graphql: mutation('createApiToken', 'CreateApiTokenInput', `apiToken { ${TOKEN} } secret`),
    reply: { apiToken: 'done.apiToken', token: 'done.secret' },
    sent: { name: 'Nightly report' },
    fields: { '': 'apiToken token', apiToken: TOKEN },
    rule: 'account',
    refuses: [[{ name: 'x', expiresAt: '+270000-01-01T00:00:00.000Z' }, 'VALIDATION', 'expiresAt']],
  }),
  revokeToken: row<Deleted>({
    ...deletion,
    rest: 'DELETE /api/v1/users/me/api-tokens/{tokenId}',
    graphql: mutation('revokeApiToken', 'RevokeApiTokenInput', 'deletedId'),
    sent: { tokenId: '$newTokenId' },
    rule: 'account',
  }),
};
