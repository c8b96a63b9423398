import type { Route } from '../route.js';
import { at, botId, userId, workspaceId } from './exampleParts.js';

const WORKSPACE_ID = { name: 'workspaceId', description: 'The workspace they are of' };

const credentialsId = 'crd_0mwqezz7ko21q5uvsw6p000n';

/** The endpoints of credentials. No reply contains secrets. */
export const credentialsRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/credentials',
    summary: 'List the credentials of a workspace, without their secrets',
    document: `query ($workspaceId: ID!, $type: ShortText) {
      workspace(id: $workspaceId) {
        credentials(type: $type) {
          id name type createdAt createdBy { id name } updatedAt lastUsedAt usedByBots { id name }
        }
      }
    }`,
    reply: { credentials: 'workspace.credentials' },
    missing: { workspace: 'WORKSPACE_NOT_FOUND' },
    query: [WORKSPACE_ID, { name: 'type', description: 'Only those of this service' }],
    needsToken: true,
    example: {
      reply: {
        credentials: [
          {
            id: credentialsId,
            name: 'Ours',
            type: 'openai',
            createdAt: at,
            createdBy: { id: userId, name: 'Ada' },
            updatedAt: at,
            lastUsedAt: null,
            usedByBots: [{ id: botId, name: 'Lead form' }],
          },
        ],
      },
    },
  },
  {
    method: 'post',
    path: '/v1/credentials',
    summary: 'Save the secrets of a service',
    document: `mutation ($input: SaveCredentialsInput!) {
      saveCredentials(input: $input) { credentials { id } }
    }`,
    reply: { credentialsId: 'saveCredentials.credentials.id' },
    body: {
      input: 'SaveCredentialsInput',
      members: ['workspaceId', 'credentialsId', 'credentials'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
    example: {
      body: {
        workspaceId,
        credentials: { type: 'openai', name: 'Ours', data: { apiKey: 'the-secret-key' } },
      },
      reply: { credentialsId },
    },
  },
  {
    method: 'patch',
    path: '/v1/credentials/{credentialsId}',
    summary:
      'Change the name or some members of credentials; what is not sent stays, but where secrets are sent changes only with them',
    document: `mutation ($input: UpdateCredentialsInput!) {
      updateCredentials(input: $input) { credentials { id name type createdAt updatedAt } }
    }`,
    reply: { credentials: 'updateCredentials.credentials' },
    body: {
      input: 'UpdateCredentialsInput',
      members: ['workspaceId', 'name', 'data'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
    example: {
      body: { workspaceId, name: 'Theirs', data: { baseUrl: null, apiKey: 'the-secret-key' } },
      reply: {
        credentials: {
          id: credentialsId,
          name: 'Theirs',
          type: 'openai',
          createdAt: at,
          updatedAt: at,
        },
      },
    },
  },
  {
    method: 'post',
    path: '/v1/credentials/{credentialsId}/test',
    summary: 'Try credentials with a request to their service that changes nothing there',
    document: `mutation ($input: TestCredentialsInput!) {
      testCredentials(input: $input) { isWorking message }
    }`,
    reply: { isWorking: 'testCredentials.isWorking', message: 'testCredentials.message' },
    body: {
      input: 'TestCredentialsInput',
      members: ['workspaceId'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
    example: {
      body: { workspaceId },
      reply: { isWorking: true, message: 'It works: the account may use 12 models.' },
    },
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
    reply: { deletedId: 'deleteCredentials.deletedId' },
    query: [WORKSPACE_ID],
    needsToken: true,
    example: { reply: { deletedId: credentialsId } },
  },
];
