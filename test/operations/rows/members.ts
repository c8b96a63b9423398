import { deletion, invited, mutation, ofWorkspace, row } from './row.js';
import { INVITATION, PERSON, WORKSPACE_MISSING } from './row.js';
import type { Deleted, Invited, Shown } from './row.js';

const MEMBER = 'workspaceId role createdAt user';
const SELECTED = `${MEMBER} { ${PERSON} }`;

export const memberRows = {
  listMembers: row<{ members: Shown[] }>({
    rest: 'GET /api/v1/workspaces/{workspaceId}/members',
    graphql: ofWorkspace(`members { ${SELECTED} }`),
    reply: { members: 'workspace.members' },
    missing: WORKSPACE_MISSING,
    sent: { workspaceId: '$workspaceId' },
    fields: { '': 'members', 'members.0': MEMBER, 'members.0.user': PERSON },
  }),
  updateMember: row<{ member: Shown }>({
    rest: 'PATCH /api/v1/workspaces/{workspaceId}/members/{userId}',
    graphql: mutation('updateMember', 'UpdateMemberInput', `member { ${SELECTED} }`),
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
      `member { ${SELECTED} } invitation { ${INVITATION} } code link`,
    ),
    reply: { member: 'done.member', ...invited },
    sent: { workspaceId: '$workspaceId', email: 'member@example.com', role: 'MEMBER' },
    fields: { '': 'member invitation code link', invitation: INVITATION },
    rule: 'administerWorkspace',
  }),
};
