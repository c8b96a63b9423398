import {
  BOT_MISSING,
  type Deleted,
  deletion,
  type GraphqlRow,
  INVITATION,
  invited,
  type Invited,
  mutation,
  type Named,
  ofWorkspace,
  PERSON,
  row,
  type Shown,
  WORKSPACE_MISSING,
} from './row.js';

const WORKSPACE =
  'id createdAt updatedAt name icon plan billingProviderId isSuspended isPastDue isVerified';

export const workspaceRows = {
  createWorkspace: row<{ workspace: Named }>({
    rest: 'POST /api/v1/workspaces',
    graphql: mutation('createWorkspace', 'CreateWorkspaceInput', `workspace { ${WORKSPACE} }`),
    reply: { workspace: 'done.workspace' },
    sent: { name: 'Acme' },
    fields: { '': 'workspace', workspace: WORKSPACE },
    rule: 'account',
    refuses: [
      [{}, 'VALIDATION', 'name'],
      [{ name: 7 }, 'VALIDATION', 'name'],
      [{ name: null }, 'VALIDATION', 'name'],
    ],
  }),
  listWorkspaces: row<{ workspaces: Named[]; nextCursor: string | null }>({
    rest: 'GET /api/v1/workspaces',
    graphql: `query ($limit: PageLimit = 100, $cursor: String) {
      viewer { workspaces(first: $limit, after: $cursor) { nodes { ${WORKSPACE} } nextCursor } } }`,
    reply: { workspaces: 'viewer.workspaces.nodes', nextCursor: 'viewer.workspaces.nextCursor' },
    sent: {},
    fields: { '': 'workspaces nextCursor', 'workspaces.0': WORKSPACE },
  }),
  readWorkspace: row<{ workspace: Named }>({
    rest: 'GET /api/v1/workspaces/{workspaceId}',
    graphql: ofWorkspace(WORKSPACE),
    reply: { workspace: 'workspace' },
    missing: WORKSPACE_MISSING,
    sent: { workspaceId: '$workspaceId' },
    fields: { '': 'workspace', workspace: WORKSPACE },
    rule: 'seeWorkspace',
  }),
  updateWorkspace: row<{ workspace: Named }>({
    rest: 'PATCH /api/v1/workspaces/{workspaceId}',
    graphql: mutation('updateWorkspace', 'UpdateWorkspaceInput', `workspace { ${WORKSPACE} }`),
    reply: { workspace: 'done.workspace' },
    sent: { workspaceId: '$workspaceId', name: 'Renamed' },
    fields: { '': 'workspace', workspace: WORKSPACE },
    rule: 'administerWorkspace',
  }),
  deleteWorkspace: row<Deleted>({
    ...deletion,
    rest: 'DELETE /api/v1/workspaces/{workspaceId}',
    graphql: mutation('deleteWorkspace', 'DeleteWorkspaceInput', 'deletedId'),
    sent: { workspaceId: '$newWorkspaceId' },
    rule: 'administerWorkspace',
  }),
};

export const workspaceGraphqlRows: Readonly<Record<string, GraphqlRow>> = {
  setWorkspaceAiBudget: { rule: 'administerWorkspace' },
  setWorkspacePublishPolicy: { rule: 'administerWorkspace', sent: { policy: 'BLOCK_ERRORS' } },
};

const MEMBER = 'workspaceId role createdAt user';
const MEMBER_SELECTED = `${MEMBER} { ${PERSON} }`;

export const memberRows = {
  listMembers: row<{ members: Shown[] }>({
    rest: 'GET /api/v1/workspaces/{workspaceId}/members',
    graphql: ofWorkspace(`members { ${MEMBER_SELECTED} }`),
    reply: { members: 'workspace.members' },
    missing: WORKSPACE_MISSING,
    sent: { workspaceId: '$workspaceId' },
    fields: { '': 'members', 'members.0': MEMBER, 'members.0.user': PERSON },
  }),
  updateMember: row<{ member: Shown }>({
    rest: 'PATCH /api/v1/workspaces/{workspaceId}/members/{userId}',
    graphql: mutation('updateMember', 'UpdateMemberInput', `member { ${MEMBER_SELECTED} }`),
    reply: { member: 'done.member' },
    sent: { workspaceId: '$workspaceId', userId: '$newMemberId', role: 'GUEST' },
    fields: { '': 'member', member: MEMBER },
    rule: 'administerWorkspace',
  }),
  removeMember: row<Deleted>({
    ...deletion,
    rest: 'DELETE /api/v1/workspaces/{workspaceId}/members/{userId}',
    graphql: mutation('removeMember', 'RemoveMemberInput', 'deletedId'),
    sent: { workspaceId: '$workspaceId', userId: '$newMemberId' },
    rule: 'administerWorkspace',
  }),
  inviteMember: row<Invited & { member: Shown | null }>({
    rest: 'POST /api/v1/workspaces/{workspaceId}/invitations',
    graphql: mutation(
      'inviteMember',
      'InviteMemberInput',
      `member { ${MEMBER_SELECTED} } invitation { ${INVITATION} } code link`,
    ),
    reply: { member: 'done.member', ...invited },
    sent: { workspaceId: '$workspaceId', email: 'member@example.com', role: 'MEMBER' },
    fields: { '': 'member invitation code link', invitation: INVITATION },
    rule: 'administerWorkspace',
  }),
};

export const invitationRows = {
  listInvitations: row<{ invitations: Shown[] }>({
    rest: 'GET /api/v1/workspaces/{workspaceId}/invitations',
    graphql: ofWorkspace(`invitations { ${INVITATION} }`),
    reply: { invitations: 'workspace.invitations' },
    missing: WORKSPACE_MISSING,
    sent: { workspaceId: '$workspaceId' },
    fields: { '': 'invitations', 'invitations.0': INVITATION },
  }),
  revokeInvitation: row<Deleted>({
    ...deletion,
    rest: 'DELETE /api/v1/invitations/{invitationId}',
    graphql: mutation('revokeInvitation', 'RevokeInvitationInput', 'deletedId'),
    sent: { invitationId: '$newInvitationId' },
    rule: 'revokeInvitation',
  }),
  acceptInvitation: row<{ workspace: Named }>({
    rest: 'POST /api/v1/invitations/accept',
    graphql: mutation('acceptInvitation', 'AcceptInvitationInput', 'workspace { id name }'),
    reply: { workspace: 'done.workspace' },
    sent: { code: '$newInvitationCode' },
    fields: { '': 'workspace', workspace: 'id name' },
    rule: 'account',
  }),
};

const COLLABORATOR = 'botId type createdAt updatedAt user';
const COLLABORATOR_SELECTED = `${COLLABORATOR} { ${PERSON} }`;

export const collaboratorRows = {
  listCollaborators: row<{ collaborators: Shown[]; invitations: Shown[] }>({
    rest: 'GET /api/v1/bots/{botId}/collaborators',
    graphql: `query ($botId: ID!) { bot(id: $botId) {
      collaborators { ${COLLABORATOR_SELECTED} } collaboratorInvitations { ${INVITATION} } } }`,
    reply: { collaborators: 'bot.collaborators', invitations: 'bot.collaboratorInvitations' },
    missing: BOT_MISSING,
    sent: { botId: '$sharedBotId' },
    fields: {
      '': 'collaborators invitations',
      'collaborators.0': COLLABORATOR,
      'collaborators.0.user': PERSON,
    },
  }),
  inviteCollaborator: row<Invited & { collaborator: Shown | null }>({
    rest: 'POST /api/v1/bots/{botId}/collaborators',
    graphql: mutation(
      'inviteCollaborator',
      'InviteCollaboratorInput',
      `collaborator { ${COLLABORATOR_SELECTED} } invitation { ${INVITATION} } code link`,
    ),
    reply: { collaborator: 'done.collaborator', ...invited },
    sent: { botId: '$sharedBotId', email: 'collaborator@example.com', type: 'READ' },
    fields: { '': 'collaborator invitation code link' },
    rule: 'writeBot',
  }),
  updateCollaborator: row<{ collaborator: Shown }>({
    rest: 'PATCH /api/v1/bots/{botId}/collaborators/{userId}',
    graphql: mutation(
      'updateCollaborator',
      'UpdateCollaboratorInput',
      `collaborator { ${COLLABORATOR_SELECTED} }`,
    ),
    reply: { collaborator: 'done.collaborator' },
    sent: { botId: '$sharedBotId', userId: '$newCollaboratorId', type: 'WRITE' },
    fields: { '': 'collaborator', collaborator: COLLABORATOR },
    rule: 'administerBot',
  }),
  removeCollaborator: row<Deleted>({
    ...deletion,
    rest: 'DELETE /api/v1/bots/{botId}/collaborators/{userId}',
    graphql: mutation('removeCollaborator', 'RemoveCollaboratorInput', 'deletedId'),
    sent: { botId: '$sharedBotId', userId: '$newCollaboratorId' },
    rule: 'administerBot',
  }),
};

const USER = 'id name email createdAt';

export const peopleRows = {
  readMe: row<{ user: Named }>({
    rest: 'GET /api/v1/users/me',
    graphql: `query { viewer { user { ${USER} } } }`,
    reply: { user: 'viewer.user' },
    missing: { viewer: 'UNAUTHENTICATED' },
    sent: {},
    fields: { '': 'user', user: USER },
    rule: { openBecause: 'it shows to each their own, and nothing without a token' },
  }),
  updateMe: row<{ user: Named }>({
    rest: 'PATCH /api/v1/users/me',
    graphql: mutation('updateViewer', 'UpdateViewerInput', `user { ${USER} }`),
    reply: { user: 'done.user' },
    sent: { name: 'Ada' },
    fields: { '': 'user', user: USER },
    rule: 'account',
  }),
};

export const peopleGraphqlRows: Readonly<Record<string, GraphqlRow>> = {
  revokeSignIn: { rule: 'account' },
};

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
