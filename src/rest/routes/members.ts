import type { Route } from '../route.js';
import { at, code, grace, invitation, link, workspaceId } from './exampleParts.js';

const MEMBER = 'workspaceId role createdAt user { id name email }';
const INVITATION = 'id workspaceId botId email role type createdAt expiresAt';

const member = { workspaceId, role: 'MEMBER', createdAt: at, user: grace };

/** The endpoints of members and invitations of a workspace. */
export const memberRoutes: readonly Route[] = [
  {
    method: 'get',
    path: '/v1/workspaces/{workspaceId}/members',
    summary: 'List who belongs to a workspace',
    document: `query ($workspaceId: ID!) { workspace(id: $workspaceId) { members { ${MEMBER} } } }`,
    reply: { members: 'workspace.members' },
    missing: { workspace: 'WORKSPACE_NOT_FOUND' },
    needsToken: true,
    example: { reply: { members: [member] } },
  },
  {
    method: 'patch',
    path: '/v1/workspaces/{workspaceId}/members/{userId}',
    summary: 'Change the role of a member',
    document: `mutation ($input: UpdateMemberInput!) {
      updateMember(input: $input) { member { ${MEMBER} } }
    }`,
    reply: { member: 'updateMember.member' },
    body: { input: 'UpdateMemberInput', members: ['role'], isOptional: false, limit: 'chat' },
    needsToken: true,
    example: { body: { role: 'ADMIN' }, reply: { member: { ...member, role: 'ADMIN' } } },
  },
  {
    method: 'delete',
    path: '/v1/workspaces/{workspaceId}/members/{userId}',
    summary: 'Take a person out of a workspace',
    document: `mutation ($workspaceId: ID!, $userId: ID!) {
      removeMember(input: { workspaceId: $workspaceId, userId: $userId }) { user { id } }
    }`,
    reply: { deletedId: 'removeMember.user.id' },
    needsToken: true,
    example: { reply: { deletedId: grace.id } },
  },
  {
    method: 'get',
    path: '/v1/workspaces/{workspaceId}/invitations',
    summary: 'List the invitations to a workspace and its bots that can still be taken',
    document: `query ($workspaceId: ID!) {
      workspace(id: $workspaceId) { invitations { ${INVITATION} } }
    }`,
    reply: { invitations: 'workspace.invitations' },
    missing: { workspace: 'WORKSPACE_NOT_FOUND' },
    needsToken: true,
    example: { reply: { invitations: [invitation] } },
  },
  {
    method: 'post',
    path: '/v1/workspaces/{workspaceId}/invitations',
    summary: 'Take a known person into a workspace, or invite an unknown one',
    document: `mutation ($input: InviteMemberInput!) {
      inviteMember(input: $input) { member { ${MEMBER} } invitation { ${INVITATION} } code link }
    }`,
    reply: 'inviteMember',
    body: {
      input: 'InviteMemberInput',
      members: ['email', 'role'],
      isOptional: false,
      limit: 'chat',
    },
    needsToken: true,
    example: {
      body: { email: 'grace@example.com', role: 'MEMBER' },
      reply: { member: null, invitation, code, link },
    },
  },
  {
    method: 'delete',
    path: '/v1/invitations/{invitationId}',
    summary: 'Take an invitation back',
    document: `mutation ($invitationId: ID!) {
      revokeInvitation(input: { invitationId: $invitationId }) { deletedId }
    }`,
    reply: { deletedId: 'revokeInvitation.deletedId' },
    needsToken: true,
    example: { reply: { deletedId: invitation.id } },
  },
  {
    method: 'post',
    path: '/v1/invitations/accept',
    summary: 'Take an invitation',
    document: `mutation ($input: AcceptInvitationInput!) {
      acceptInvitation(input: $input) { workspace { id name } }
    }`,
    reply: { workspace: 'acceptInvitation.workspace' },
    body: { input: 'AcceptInvitationInput', members: ['code'], isOptional: false, limit: 'chat' },
    needsToken: true,
    example: { body: { code }, reply: { workspace: { id: workspaceId, name: 'Acme' } } },
  },
];
