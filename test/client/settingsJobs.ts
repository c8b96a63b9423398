import { type Job, job, type Things } from './dashboardJobs.js';

/** The id of what an operation made. */
const madeBy = ({ made }: Things, operation: string) => made.get(operation) ?? '';

/** The jobs on the pages of the settings that change something, after those of the other screens. */
export const settingsJobs: readonly Job[] = [
  job('take an invitation back', 'RevokeInvitation', {
    variables: (things) => ({ input: { invitationId: madeBy(things, 'InviteMember') } }),
    shows: 'revokeInvitation.deletedId',
  }),
  job('remove a member', 'RemoveMember', {
    variables: ({ workspaceId, userId }) => ({ input: { workspaceId, userId } }),
    shows: 'removeMember.deletedId',
  }),
  job('revoke a token', 'RevokeToken', {
    variables: (things) => ({ input: { tokenId: madeBy(things, 'CreateToken') } }),
    shows: 'revokeApiToken.deletedId',
  }),
];
