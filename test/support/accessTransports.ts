import type { Operation, Shown } from './transports.js';

interface Named extends Shown {
  readonly id: string;
}

interface Deleted {
  readonly deletedId: string;
}

interface Invited {
  invitation: Named | null;
  code: string | null;
  link: string | null;
}

/** What the operations on people, tokens and credentials answer with. */
export interface AccessBodies {
  listMembers: { members: Shown[] };
  updateMember: { member: Shown };
  removeMember: Deleted;
  listInvitations: { invitations: Named[] };
  inviteMember: Invited & { member: Shown | null };
  revokeInvitation: Deleted;
  acceptInvitation: { workspace: Named };
  listCollaborators: { collaborators: Shown[]; invitations: Named[] };
  inviteCollaborator: Invited & { collaborator: Shown | null };
  updateCollaborator: { collaborator: Shown };
  removeCollaborator: Deleted;
  listCredentials: { credentials: Named[] };
  saveCredentials: { credentialsId: string };
  deleteCredentials: Deleted;
  readMe: { user: Named };
  updateMe: { user: Named };
  listTokens: { apiTokens: Named[] };
  createToken: { apiToken: Named; token: string };
  revokeToken: Deleted;
}

const ERRORS = 'userErrors { code reason message path }';
const MEMBER = 'workspaceId role createdAt user { id name email }';
const COLLABORATOR = 'botId type createdAt updatedAt user { id name email }';
const INVITATION = 'id workspaceId botId email role type createdAt expiresAt';
const USER = 'id name email createdAt';
const TOKEN = 'id name prefix scopes workspaceId createdAt lastUsedAt expiresAt';
const WORKSPACE_MISSING = { workspace: 'WORKSPACE_NOT_FOUND' };

const mutation = (field: string, input: string, asked: string): string =>
  `mutation ($input: ${input}!) { done: ${field}(input: $input) { ${asked} ${ERRORS} } }`;
const ofWorkspace = (asked: string): string =>
  `query ($workspaceId: ID!) { workspace(id: $workspaceId) { ${asked} } }`;
const deleted = { deletedId: 'done.deletedId' };
const invited = { invitation: 'done.invitation', code: 'done.code', link: 'done.link' };

/** The operations on people, tokens and credentials as callers of each transport write them. */
export const accessOperations: Readonly<Record<keyof AccessBodies, Operation>> = {
  listMembers: {
    rest: 'GET /api/v1/workspaces/{workspaceId}/members',
    graphql: ofWorkspace(`members { ${MEMBER} }`),
    reply: { members: 'workspace.members' },
    missing: WORKSPACE_MISSING,
  },
  updateMember: {
    rest: 'PATCH /api/v1/workspaces/{workspaceId}/members/{userId}',
    graphql: mutation('updateMember', 'UpdateMemberInput', `member { ${MEMBER} }`),
    reply: { member: 'done.member' },
  },
  removeMember: {
    rest: 'DELETE /api/v1/workspaces/{workspaceId}/members/{userId}',
    graphql: mutation('removeMember', 'RemoveMemberInput', 'deletedId'),
    reply: deleted,
  },
  listInvitations: {
    rest: 'GET /api/v1/workspaces/{workspaceId}/invitations',
    graphql: ofWorkspace(`invitations { ${INVITATION} }`),
    reply: { invitations: 'workspace.invitations' },
    missing: WORKSPACE_MISSING,
  },
  inviteMember: {
    rest: 'POST /api/v1/workspaces/{workspaceId}/invitations',
    graphql: mutation(
      'inviteMember',
      'InviteMemberInput',
      `member { ${MEMBER} } invitation { ${INVITATION} } code link`,
    ),
    reply: { member: 'done.member', ...invited },
  },
  revokeInvitation: {
    rest: 'DELETE /api/v1/invitations/{invitationId}',
    graphql: mutation('revokeInvitation', 'RevokeInvitationInput', 'deletedId'),
    reply: deleted,
  },
  acceptInvitation: {
    rest: 'POST /api/v1/invitations/accept',
    graphql: mutation('acceptInvitation', 'AcceptInvitationInput', 'workspace { id name }'),
    reply: { workspace: 'done.workspace' },
  },
  listCollaborators: {
    rest: 'GET /api/v1/bots/{botId}/collaborators',
    graphql: `query ($botId: ID!) { bot(id: $botId) {
      collaborators { ${COLLABORATOR} } collaboratorInvitations { ${INVITATION} } } }`,
    reply: { collaborators: 'bot.collaborators', invitations: 'bot.collaboratorInvitations' },
    missing: { bot: 'BOT_NOT_FOUND' },
  },
  inviteCollaborator: {
    rest: 'POST /api/v1/bots/{botId}/collaborators',
    graphql: mutation(
      'inviteCollaborator',
      'InviteCollaboratorInput',
      `collaborator { ${COLLABORATOR} } invitation { ${INVITATION} } code link`,
    ),
    reply: { collaborator: 'done.collaborator', ...invited },
  },
  updateCollaborator: {
    rest: 'PATCH /api/v1/bots/{botId}/collaborators/{userId}',
    graphql: mutation(
      'updateCollaborator',
      'UpdateCollaboratorInput',
      `collaborator { ${COLLABORATOR} }`,
    ),
    reply: { collaborator: 'done.collaborator' },
  },
  removeCollaborator: {
    rest: 'DELETE /api/v1/bots/{botId}/collaborators/{userId}',
    graphql: mutation('removeCollaborator', 'RemoveCollaboratorInput', 'deletedId'),
    reply: deleted,
  },
  listCredentials: {
    rest: 'GET /api/v1/credentials',
    graphql: ofWorkspace('credentials { id name type createdAt updatedAt usedByBots { id name } }'),
    reply: { credentials: 'workspace.credentials' },
    missing: WORKSPACE_MISSING,
  },
  saveCredentials: {
    rest: 'POST /api/v1/credentials',
    graphql: mutation('saveCredentials', 'SaveCredentialsInput', 'credentials { id }'),
    reply: { credentialsId: 'done.credentials.id' },
  },
  deleteCredentials: {
    rest: 'DELETE /api/v1/credentials/{credentialsId}',
    graphql: mutation('deleteCredentials', 'DeleteCredentialsInput', 'deletedId'),
    reply: deleted,
  },
  readMe: {
    rest: 'GET /api/v1/users/me',
    graphql: `query { viewer { user { ${USER} } } }`,
    reply: { user: 'viewer.user' },
    missing: { viewer: 'UNAUTHENTICATED' },
  },
  updateMe: {
    rest: 'PATCH /api/v1/users/me',
    graphql: mutation('updateViewer', 'UpdateViewerInput', `user { ${USER} }`),
    reply: { user: 'done.user' },
  },
  listTokens: {
    rest: 'GET /api/v1/users/me/api-tokens',
    graphql: `query { viewer { apiTokens { ${TOKEN} } } }`,
    reply: { apiTokens: 'viewer.apiTokens' },
    missing: { viewer: 'UNAUTHENTICATED' },
  },
  createToken: {
    rest: 'POST /api/v1/users/me/api-tokens',
    graphql: mutation('createApiToken', 'CreateApiTokenInput', `apiToken { ${TOKEN} } secret`),
    reply: { apiToken: 'done.apiToken', token: 'done.secret' },
  },
  revokeToken: {
    rest: 'DELETE /api/v1/users/me/api-tokens/{tokenId}',
    graphql: mutation('revokeApiToken', 'RevokeApiTokenInput', 'deletedId'),
    reply: deleted,
  },
};
