import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  queryGraphql,
  bodyOf,
  transportNames,
  openTransport,
  refusalOf,
  type Transport,
} from '../support/transports.js';
import { rowsOf } from '../support/rows.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';

const app = useApp();

describe.each(transportNames)('over %s', (name) => {
  const door = openTransport(name, () => app().url);
  /** Somebody known here by an address they have proven. */
  const person = async (email: string) => {
    const token = await saveUser(app().databaseUrl);
    const { id } = (await bodyOf(door.readMe({}, { token }))).user;
    const proving = 'update app_user set email = $1, is_email_verified = true where id = $2';
    await rowsOf(app().databaseUrl, proving, [email, id]);
    return { id, token, email };
  };

  test('a known person joins at once, an unknown one by a code that works once', async () => {
    const workspaceId = await makeWorkspace(door);
    const ada = await person(`ada.${name}@example.com`.toLowerCase());
    const sent = { workspaceId, email: `Ada.${name}@Example.com`, role: 'MEMBER' };
    const joined = await bodyOf(door.inviteMember(sent));
    expect(joined).toMatchObject({ member: { role: 'MEMBER', user: { id: ada.id } }, code: null });
    expect((await refusalOf(door.inviteMember(sent))).reason).toBe('MEMBER_EXISTS');

    const bob = { workspaceId, email: `bob.${name}@example.com`, role: 'GUEST' };
    const first = await bodyOf(door.inviteMember(bob));
    const { code, invitation } = await bodyOf(door.inviteMember(bob));
    const { invitations } = await bodyOf(door.listInvitations({ workspaceId }));
    expect(invitations).toEqual([invitation]);
    const { token, id } = await person(`robert.${name}@example.com`);
    expect((await refusalOf(door.acceptInvitation({ code: first.code }, { token }))).reason).toBe(
      'INVITATION_NOT_FOUND',
    );
    const { workspace } = await bodyOf(door.acceptInvitation({ code }, { token }));
    expect(workspace).toEqual({ id: workspaceId, name: 'Acme' });
    expect((await refusalOf(door.acceptInvitation({ code }, { token }))).reason).toBe(
      'INVITATION_NOT_FOUND',
    );
    const { members } = await bodyOf(door.listMembers({ workspaceId }));
    expect(members.map((member) => member['role'])).toEqual(['ADMIN', 'MEMBER', 'GUEST']);
    expect(members).toContainEqual(
      expect.objectContaining({ user: expect.objectContaining({ id }) }),
    );
  });

  test('of many who do the same at once, those who come too late get a failure', async () => {
    const atOnce = async (ask: () => Promise<object>) => {
      const told = await Promise.all(Array.from({ length: 6 }, ask));
      const done = told.filter((answer) => 'ok' in answer && answer.ok);
      expect(done).not.toEqual([]);
      const known = ['CHANGED_MEANWHILE', 'MEMBER_EXISTS', 'COLLABORATOR_EXISTS'];
      for (const refused of told) {
        if (done.includes(refused)) continue;
        expect(known).toContain('reason' in refused && refused.reason);
      }
    };
    const workspaceId = await makeWorkspace(door);
    const { email } = await person(`quick.${name}@example.com`.toLowerCase());
    await atOnce(() => door.inviteMember({ workspaceId, email, role: 'MEMBER' }));
    const { bot } = await bodyOf(door.createBot({ workspaceId, bot: {} }));
    await atOnce(() => door.inviteCollaborator({ botId: bot.id, email, type: 'READ' }));
    const unknown = `slow.${name}@example.com`;
    const invite = () => door.inviteMember({ workspaceId, email: unknown, role: 'GUEST' });
    await Promise.all(Array.from({ length: 6 }, invite));
    const { invitations } = await bodyOf(door.listInvitations({ workspaceId }));
    expect(invitations).toHaveLength(1);
  });

  test('a workspace always keeps an admin', async () => {
    const workspaceId = await makeWorkspace(door);
    const { user } = await bodyOf(door.readMe({}));
    const leaving = { workspaceId, userId: user.id };
    expect((await refusalOf(door.removeMember(leaving))).reason).toBe('LAST_ADMIN');
    expect((await refusalOf(door.updateMember({ ...leaving, role: 'GUEST' }))).reason).toBe(
      'LAST_ADMIN',
    );
    const eve = await person(`eve.${name}@example.com`.toLowerCase());
    await bodyOf(door.inviteMember({ workspaceId, email: eve.email, role: 'ADMIN' }));
    const both = await Promise.all([
      door.removeMember(leaving),
      door.removeMember({ workspaceId, userId: eve.id }, { token: eve.token }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('a guest sees what is shared with them, and no addresses', async () => {
    const workspaceId = await makeWorkspace(door);
    const { bot } = await bodyOf(door.createBot({ workspaceId, bot: { name: 'Shared' } }));
    await bodyOf(door.createBot({ workspaceId, bot: { name: 'Other' } }));
    const guest = await person(`guest.${name}@example.com`.toLowerCase());
    const sent = { botId: bot.id, email: guest.email, type: 'READ' };
    const { collaborator } = await bodyOf(door.inviteCollaborator(sent));
    expect(collaborator).toMatchObject({ type: 'READ', user: { id: guest.id } });
    expect((await refusalOf(door.inviteCollaborator(sent))).reason).toBe('COLLABORATOR_EXISTS');
    const calling = { token: guest.token };
    const { bots } = await bodyOf(door.listBots({ workspaceId }, calling));
    expect(bots.map((one) => one.name)).toEqual(['Shared']);
    const { workspaces } = await bodyOf(door.listWorkspaces({}, calling));
    expect(workspaces.map(({ id }) => id)).toEqual([workspaceId]);
    for (const refused of [
      door.listMembers({ workspaceId }, calling),
      door.listInvitations({ workspaceId }, calling),
      door.listCredentials({ workspaceId }, calling),
      door.listCollaborators({ botId: bot.id }, calling),
    ]) {
      expect((await refusalOf(refused)).code).toBe('FORBIDDEN');
    }
    await bodyOf(door.publishBot({ botId: bot.id }));
    const { user } = await bodyOf(door.readMe({}));
    await rowsOf(
      app().databaseUrl,
      "update app_user set email = 'owner@example.com' where id = $1",
      [user.id],
    );
    const query = `query ($id: ID!) { bot(id: $id) { viewerAccess workspace { viewerRole }
      versions { nodes { author { id email } } } } }`;
    const asked = { query, variables: { id: bot.id } };
    const versions = { nodes: [{ author: { id: user.id, email: null } }] };
    expect((await queryGraphql(app().url, asked, calling)).data).toEqual({
      bot: { viewerAccess: 'READ', workspace: { viewerRole: 'GUEST' }, versions },
    });
  });

  test('writers may share with at most their own rights, and FULL_ACCESS can end shares', async () => {
    const workspaceId = await makeWorkspace(door);
    const { bot } = await bodyOf(door.createBot({ workspaceId, bot: {} }));
    const botId = bot.id;
    const ada = await person(`a.${name}@example.com`.toLowerCase());
    const bob = await person(`b.${name}@example.com`.toLowerCase());
    await bodyOf(door.inviteCollaborator({ botId, email: ada.email, type: 'WRITE' }));
    const calling = { token: ada.token };
    const more = { botId, email: bob.email, type: 'FULL_ACCESS' };
    expect((await refusalOf(door.inviteCollaborator(more, calling))).code).toBe('FORBIDDEN');
    await bodyOf(door.inviteCollaborator({ ...more, type: 'READ' }, calling));
    const removing = { botId, userId: bob.id };
    expect((await refusalOf(door.removeCollaborator(removing, calling))).code).toBe('FORBIDDEN');
    await bodyOf(door.updateCollaborator({ botId, userId: ada.id, type: 'FULL_ACCESS' }));
    await bodyOf(door.removeCollaborator(removing, calling));
    expect((await refusalOf(door.readBot({ botId }, { token: bob.token }))).code).toBe('NOT_FOUND');
    await bodyOf(door.removeMember({ workspaceId, userId: ada.id }));
    expect((await refusalOf(door.readBot({ botId }, calling))).code).toBe('NOT_FOUND');
    await bodyOf(door.inviteMember({ workspaceId, email: ada.email, role: 'GUEST' }));
    expect((await refusalOf(door.readBot({ botId }, calling))).code).toBe('NOT_FOUND');
  });
});

describe('a token', () => {
  const door: Transport = restOf(app);
  let here: string;
  beforeAll(async () => {
    here = await makeWorkspace(door);
  });

  test('is shown once, and listed without its secret and with its last use', async () => {
    const { apiToken, token } = await bodyOf(door.createToken({ name: 'Mine' }));
    expect(token).toMatch(/^parley_[\w-]{43}$/);
    await bodyOf(door.readMe({}, { token }));
    const shown = async () =>
      (await bodyOf(door.listTokens({}))).apiTokens.find(({ id }) => id === apiToken.id);
    while ((await shown())?.['lastUsedAt'] === null);
    expect(await shown()).toMatchObject({ name: 'Mine', prefix: token.slice(0, 12) });
    expect(JSON.stringify(await bodyOf(door.listTokens({})))).not.toContain(token);
  });

  test('for one workspace gives access to nothing else', async () => {
    const { token } = await bodyOf(door.createToken({ name: 'One', workspaceId: here }));
    const elsewhere = await makeWorkspace(door);
    await bodyOf(door.createBot({ workspaceId: here, bot: {} }, { token }));
    const refused = door.createBot({ workspaceId: elsewhere, bot: {} }, { token });
    expect((await refusalOf(refused)).code).toBe('NOT_FOUND');
    const { workspaces } = await bodyOf(door.listWorkspaces({}, { token }));
    expect(workspaces.map(({ id }) => id)).toEqual([here]);
    expect((await refusalOf(door.createToken({ name: 'More' }, { token }))).code).toBe('FORBIDDEN');
  });

  test('cannot create one with more rights', async () => {
    const scopes = ['WORKSPACE_ADMIN'];
    const { token } = await bodyOf(door.createToken({ name: 'Admin', scopes }));
    for (const wanted of [{}, { scopes: ['BOTS_WRITE'] }]) {
      const refusal = await refusalOf(door.createToken({ name: 'More', ...wanted }, { token }));
      expect(refusal.issues?.[0]?.path).toEqual(['scopes']);
    }
    await bodyOf(door.createToken({ name: 'Same', scopes }, { token }));
  });

  test('without a scope or with an expiry date in the past is refused', async () => {
    for (const wanted of [{ scopes: [] }, { expiresAt: '2020-01-01T00:00:00.000Z' }]) {
      expect((await refusalOf(door.createToken({ name: 'No', ...wanted }))).code).toBe(
        'BAD_REQUEST',
      );
    }
  });

  test('of somebody else cannot be revoked', async () => {
    const { apiToken } = await bodyOf(door.createToken({ name: 'Mine' }));
    const token = await saveUser(app().databaseUrl);
    const refusal = await refusalOf(door.revokeToken({ tokenId: apiToken.id }, { token }));
    expect(refusal.reason).toBe('TOKEN_NOT_FOUND');
  });
});
