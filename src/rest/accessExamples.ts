import { at, botId, userId, workspaceId, type Example } from './exampleParts.js';

const grace = { id: 'usr_0mwqf2b9qk3l1v8sy5c7hd0e', name: 'Grace', email: 'grace@example.com' };
const user = { id: userId, name: 'Ada', email: 'ada@example.com' };
const member = { workspaceId, role: 'MEMBER', createdAt: at, user: grace };
const collaborator = { botId, type: 'WRITE', createdAt: at, updatedAt: at, user: grace };
const invitation = {
  id: 'inv_0mwqf00tbnnh8o9fa9ylkh2q',
  workspaceId,
  botId: null,
  email: 'grace@example.com',
  role: 'MEMBER',
  type: null,
  createdAt: at,
  expiresAt: '2026-12-05T10:26:49.342Z',
};
const toBot = { ...invitation, botId, role: null, type: 'WRITE' };
const code = 'parley_the-code-of-the-invitation';
const link = `https://parley.example.com/invitation#${code}`;
const credentialsId = 'crd_0mwqezz7ko21q5uvsw6p000n';
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

/** Examples of who may do what: members, shares, invitations, credentials, tokens. */
export const accessExamples: Readonly<Record<string, Example>> = {
  getWorkspacesWorkspaceIdMembers: { reply: { members: [member] } },
  patchWorkspacesWorkspaceIdMembersUserId: {
    body: { role: 'ADMIN' },
    reply: { member: { ...member, role: 'ADMIN' } },
  },
  deleteWorkspacesWorkspaceIdMembersUserId: { reply: { deletedId: grace.id } },
  getWorkspacesWorkspaceIdInvitations: { reply: { invitations: [invitation] } },
  postWorkspacesWorkspaceIdInvitations: {
    body: { email: 'grace@example.com', role: 'MEMBER' },
    reply: { member: null, invitation, code, link },
  },
  deleteInvitationsInvitationId: { reply: { deletedId: invitation.id } },
  postInvitationsAccept: {
    body: { code },
    reply: { workspace: { id: workspaceId, name: 'Acme' } },
  },
  getBotsBotIdCollaborators: { reply: { collaborators: [collaborator], invitations: [toBot] } },
  postBotsBotIdCollaborators: {
    body: { email: 'grace@example.com', type: 'WRITE' },
    reply: { collaborator: null, invitation: toBot, code, link },
  },
  patchBotsBotIdCollaboratorsUserId: {
    body: { type: 'READ' },
    reply: { collaborator: { ...collaborator, type: 'READ' } },
  },
  deleteBotsBotIdCollaboratorsUserId: { reply: { deletedId: grace.id } },
  getCredentials: {
    reply: {
      credentials: [
        {
          id: credentialsId,
          name: 'Ours',
          type: 'openai',
          createdAt: at,
          updatedAt: at,
          usedByBots: [{ id: botId, name: 'Lead form' }],
        },
      ],
    },
  },
  postCredentials: {
    body: {
      workspaceId,
      credentials: { type: 'openai', name: 'Ours', data: { apiKey: 'the-secret-key' } },
    },
    reply: { credentialsId },
  },
  deleteCredentialsCredentialsId: { reply: { deletedId: credentialsId } },
  getUsersMe: { reply: { user: { ...user, createdAt: at } } },
  patchUsersMe: { body: { name: 'Ada' }, reply: { user: { ...user, createdAt: at } } },
  getUsersMeApiTokens: { reply: { apiTokens: [apiToken] } },
  postUsersMeApiTokens: {
    body: {
      name: apiToken.name,
      scopes: apiToken.scopes,
      workspaceId,
      expiresAt: apiToken.expiresAt,
    },
    reply: { apiToken, token: 'parley_hkSBQ-shown-once' },
  },
  deleteUsersMeApiTokensTokenId: { reply: { deletedId: apiToken.id } },
};
