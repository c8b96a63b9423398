import { bodyOf, type Transport } from './transports.js';
import { rowsOf } from './rows.js';
import { saveUser } from './users.js';

/** What the operations on people, tokens and credentials are sent, each with a thing of its own to work on. */
export async function accessSent(
  door: Transport,
  { workspaceId, databaseUrl }: { workspaceId: string; databaseUrl: string },
): Promise<Record<string, object>> {
  const newMember = async () => {
    const token = await saveUser(databaseUrl, { workspaceId, role: 'MEMBER' });
    return (await bodyOf(door.readMe({}, { token }))).user.id;
  };
  const invite = async (email: string) =>
    bodyOf(door.inviteMember({ workspaceId, email, role: 'GUEST' }));
  const { bot } = await bodyOf(door.createBot({ workspaceId, bot: {} }));
  const botId = bot.id;
  const share = async () => {
    const userId = await newMember();
    const sharing = `insert into collaborator (bot_id, user_id, type, created_at, updated_at)
      values ($1, $2, 'READ', now(), now())`;
    await rowsOf(databaseUrl, sharing, [botId, userId]);
    return userId;
  };
  const credentials = { type: 'openai', name: 'Ours', data: { apiKey: 'sk-secret' } };
  const saved = await bodyOf(door.saveCredentials({ workspaceId, credentials }));
  const { apiToken } = await bodyOf(door.createToken({ name: 'One' }));
  const shared = await share();
  const { code } = await invite('a@example.com');
  const { invitation } = await invite('b@example.com');
  return {
    listMembers: { workspaceId },
    updateMember: { workspaceId, userId: await newMember(), role: 'GUEST' },
    removeMember: { workspaceId, userId: await newMember() },
    listInvitations: { workspaceId },
    inviteMember: { workspaceId, email: 'c@example.com', role: 'MEMBER' },
    revokeInvitation: { invitationId: invitation?.id },
    acceptInvitation: { code },
    listCollaborators: { botId },
    inviteCollaborator: { botId, email: 'd@example.com', type: 'READ' },
    updateCollaborator: { botId, userId: shared, type: 'WRITE' },
    removeCollaborator: { botId, userId: await share() },
    listCredentials: { workspaceId },
    saveCredentials: { workspaceId, credentials },
    deleteCredentials: { workspaceId, credentialsId: saved.credentialsId },
    readMe: {},
    updateMe: { name: 'Ada' },
    listTokens: {},
    createToken: { name: 'Two' },
    revokeToken: { tokenId: apiToken.id },
  };
}
