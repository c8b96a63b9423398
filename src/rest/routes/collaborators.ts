import type { Route } from '../route.js';
import { at, botId, code, grace, invitation, link } from './exampleParts.js';

const COLLABORATOR = 'botId type createdAt updatedAt user { id name email }';
const INVITATION = 'id workspaceId botId email role type createdAt expiresAt';

const collaborator = { botId, type: 'WRITE', createdAt: at, updatedAt: at, user: grace };
const toBot = { ...invitation, botId, role: null, type: 'WRITE' };

/** The endpoints of the people with whom a bot is shared. */
export const collaboratorRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/bots/{botId}/collaborators',
    summary: 'List whom a bot is shared with',
    document: `query ($botId: ID!) { bot(id: $botId) {
      collaborators { ${COLLABORATOR} } collaboratorInvitations { ${INVITATION} }
    } }`,
    reply: { collaborators: 'bot.collaborators', invitations: 'bot.collaboratorInvitations' },
    missing: { bot: 'BOT_NOT_FOUND' },
    needsToken: true,
    example: { reply: { collaborators: [collaborator], invitations: [toBot] } },
  },
  {
    method: 'post',
    path: '/v1/bots/{botId}/collaborators',
    summary: 'Share a bot with a known person, or invite an unknown one to it',
    document: `mutation ($input: InviteCollaboratorInput!) {
      inviteCollaborator(input: $input) {
        collaborator { ${COLLABORATOR} } invitation { ${INVITATION} } code link
      }
    }`,
    reply: 'inviteCollaborator',
    body: {
      input: 'InviteCollaboratorInput',
      members: ['email', 'type'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
    example: {
      body: { email: 'grace@example.com', type: 'WRITE' },
      reply: { collaborator: null, invitation: toBot, code, link },
    },
  },
  {
    method: 'patch',
    path: '/v1/bots/{botId}/collaborators/{userId}',
    summary: 'Change what a bot is shared with somebody for',
    document: `mutation ($input: UpdateCollaboratorInput!) {
      updateCollaborator(input: $input) { collaborator { ${COLLABORATOR} } }
    }`,
    reply: { collaborator: 'updateCollaborator.collaborator' },
    body: { input: 'UpdateCollaboratorInput', members: ['type'], isOptional: false, limit: 'chat' },
    needsToken: true,
    example: { body: { type: 'READ' }, reply: { collaborator: { ...collaborator, type: 'READ' } } },
  },
  {
    method: 'delete',
    path: '/v1/bots/{botId}/collaborators/{userId}',
    summary: 'End a share of a bot',
    document: `mutation ($botId: ID!, $userId: ID!) {
      removeCollaborator(input: { botId: $botId, userId: $userId }) { user { id } }
    }`,
    reply: { deletedId: 'removeCollaborator.user.id' },
    needsToken: true,
    example: { reply: { deletedId: grace.id } },
  },
];
