import { deletion, mutation, ofWorkspace, row, WORKSPACE_MISSING } from './row.js';
import type { Deleted, Named } from './row.js';

const CREDENTIALS = 'id name type createdAt updatedAt usedByBots';

export const credentialsRows = {
  listCredentials: row<{ credentials: Named[] }>({
    rest: 'GET /api/v1/credentials',
    graphql: ofWorkspace(`credentials { ${CREDENTIALS} { id name } }`),
    reply: { credentials: 'workspace.credentials' },
    missing: WORKSPACE_MISSING,
    sent: { workspaceId: '$workspaceId' },
    fields: { '': 'credentials', 'credentials.0': CREDENTIALS },
  }),
  saveCredentials: row<{ credentialsId: string }>({
    rest: 'POST /api/v1/credentials',
    graphql: mutation('saveCredentials', 'SaveCredentialsInput', 'credentials { id }'),
    reply: { credentialsId: 'done.credentials.id' },
    sent: {
      workspaceId: '$workspaceId',
      credentials: { type: 'openai', name: 'Ours', data: { apiKey: 'sk-secret' } },
    },
    fields: { '': 'credentialsId' },
    rule: 'writeWorkspace',
  }),
  deleteCredentials: row<Deleted>({
    ...deletion,
    rest: 'DELETE /api/v1/credentials/{credentialsId}',
    graphql: mutation('deleteCredentials', 'DeleteCredentialsInput', 'deletedId'),
    sent: { workspaceId: '$workspaceId', credentialsId: '$newCredentialsId' },
    rule: 'writeWorkspace',
    refuses: [
      [
        { workspaceId: '$workspaceId', credentialsId: '$otherCredentialsId' },
        'CREDENTIALS_NOT_FOUND',
      ],
    ],
  }),
};
