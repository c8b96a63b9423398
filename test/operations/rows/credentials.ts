import { deletion, mutation, ofWorkspace, row, WORKSPACE_MISSING } from './row.js';
import type { Deleted, Named } from './row.js';

const LISTED = 'id name type createdAt createdBy updatedAt lastUsedAt usedByBots';
const CREDENTIALS = 'id name type createdAt updatedAt';

export const credentialsRows = {
  listCredentials: row<{ credentials: Named[] }>({
    rest: 'GET /api/v1/credentials',
    graphql: ofWorkspace(
      `credentials { ${CREDENTIALS} createdBy { id name } lastUsedAt usedByBots { id name } }`,
    ),
    reply: { credentials: 'workspace.credentials' },
    missing: WORKSPACE_MISSING,
    sent: { workspaceId: '$workspaceId' },
    fields: { '': 'credentials', 'credentials.0': LISTED },
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
  updateCredentials: row<{ credentials: Named }>({
    rest: 'PATCH /api/v1/credentials/{credentialsId}',
    graphql: mutation(
      'updateCredentials',
      'UpdateCredentialsInput',
      `credentials { ${CREDENTIALS} }`,
    ),
    reply: { credentials: 'done.credentials' },
    sent: { workspaceId: '$workspaceId', credentialsId: '$newCredentialsId', name: 'Theirs' },
    fields: { '': 'credentials', credentials: CREDENTIALS },
    rule: 'writeWorkspace',
    refuses: [
      [
        { workspaceId: '$workspaceId', credentialsId: '$otherCredentialsId', name: 'x' },
        'CREDENTIALS_NOT_FOUND',
      ],
    ],
  }),
  testCredentials: row<{ isWorking: boolean | null; message: string }>({
    rest: 'POST /api/v1/credentials/{credentialsId}/test',
    graphql: mutation('testCredentials', 'TestCredentialsInput', 'isWorking message'),
    reply: { isWorking: 'done.isWorking', message: 'done.message' },
    sent: { workspaceId: '$workspaceId', credentialsId: '$newCredentialsId' },
    fields: { '': 'isWorking message' },
    rule: 'writeWorkspace',
    refuses: [
      [
        { workspaceId: '$workspaceId', credentialsId: '$otherCredentialsId' },
        'CREDENTIALS_NOT_FOUND',
      ],
    ],
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
