import { deletion, INVITATION, mutation, ofWorkspace, row, WORKSPACE_MISSING } from './row.js';
import type { Deleted, Named, Shown } from './row.js';

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
