import { BOT_MISSING, deletion, INVITATION, invited, mutation, PERSON, row } from './row.js';
import type { Deleted, Invited, Shown } from './row.js';

const COLLABORATOR = 'botId type createdAt updatedAt user';
const SELECTED = `${COLLABORATOR} { ${PERSON} }`;

export const collaboratorRows = {
  listCollaborators: row<{ collaborators: Shown[]; invitations: Shown[] }>({
    rest: 'GET /api/v1/bots/{botId}/collaborators',
    graphql: `query ($botId: ID!) { bot(id: $botId) {
      collaborators { ${SELECTED} } collaboratorInvitations { ${INVITATION} } } }`,
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
      `collaborator { ${SELECTED} } invitation { ${INVITATION} } code link`,
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
      `collaborator { ${SELECTED} }`,
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
