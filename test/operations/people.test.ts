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
  const transport = openTransport(name, () => app().url);
  /** A person with a proven address. */
  const person = async (email: string) => {
    const token = await saveUser(app().databaseUrl);
    const { id } = (await bodyOf(transport.readMe({}, { token }))).user;
    const proving = 'update app_user set email = $1, is_email_verified = true where id = $2';
    await rowsOf(app().databaseUrl, proving, [email, id]);
    return { id, token, email };
  };

  test('a known person joins at once, an unknown one by a code that works once', async () => {
    const workspaceId = await makeWorkspace(transport);
    const ada = await person(`ada.${name}@example.com`.toLowerCase());
    const sent = { workspaceId, email: `Ada.${name}@Example.com`, role: 'MEMBER' };
    const joined = await bodyOf(transport.inviteMember(sent));
    expect(joined).toMatchObject({ member: { role: 'MEMBER', user: { id: ada.id } }, code: null });
    expect((await refusalOf(transport.inviteMember(sent))).reason).toBe('MEMBER_EXISTS');

    const bob = { workspaceId, email: `bob.${name}@example.com`, role: 'GUEST' };
    const first = await bodyOf(transport.inviteMember(bob));
    const { code, invitation } = await bodyOf(transport.inviteMember(bob));
    const { invitations } = await bodyOf(transport.listInvitations({ workspaceId }));
    expect(invitations).toEqual([invitation]);
    const { token, id } = await person(`robert.${name}@example.com`);
    expect(
      (await refusalOf(transport.acceptInvitation({ code: first.code }, { token }))).reason,
    ).toBe('INVITATION_NOT_FOUND');
    const { workspace } = await bodyOf(transport.acceptInvitation({ code }, { token }));
    expect(workspace).toEqual({ id: workspaceId, name: 'Acme' });
    expect((await refusalOf(transport.acceptInvitation({ code }, { token }))).reason).toBe(
      'INVITATION_NOT_FOUND',
    );
    const { members } = await bodyOf(transport.listMembers({ workspaceId }));
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
    const workspaceId = await makeWorkspace(transport);
    const { email } = await person(`quick.${name}@example.com`.toLowerCase());
    await atOnce(() => transport.inviteMember({ workspaceId, email, role: 'MEMBER' }));
    const { bot } = await bodyOf(transport.createBot({ workspaceId, bot: {} }));
    await atOnce(() => transport.inviteCollaborator({ botId: bot.id, email, type: 'READ' }));
    const unknown = `slow.${name}@example.com`;
    const invite = () => transport.inviteMember({ workspaceId, email: unknown, role: 'GUEST' });
    await Promise.all(Array.from({ length: 6 }, invite));
    const { invitations } = await bodyOf(transport.listInvitations({ workspaceId }));
    expect(invitations).toHaveLength(1);
  });

  test('a workspace always keeps an admin', async () => {
    const workspaceId = await makeWorkspace(transport);
    const { user } = await bodyOf(transport.readMe({}));
    const leaving = { workspaceId, userId: user.id };
    expect((await refusalOf(transport.removeMember(leaving))).reason).toBe('LAST_ADMIN');
    expect((await refusalOf(transport.updateMember({ ...leaving, role: 'GUEST' }))).reason).toBe(
      'LAST_ADMIN',
    );
    const eve = await person(`eve.${name}@example.com`.toLowerCase());
    await bodyOf(transport.inviteMember({ workspaceId, email: eve.email, role: 'ADMIN' }));
    const both = await Promise.all([
      transport.removeMember(leaving),
      transport.removeMember({ workspaceId, userId: eve.id }, { token: eve.token }),
    ]);
    expect(both.filter(({ ok }) => ok)).toHaveLength(1);
  });

  test('a guest sees what is shared with them, and no addresses', async () => {
    const workspaceId = await makeWorkspace(transport);
    const { bot } = await bodyOf(transport.createBot({ workspaceId, bot: { name: 'Shared' } }));
    await bodyOf(transport.createBot({ workspaceId, bot: { name: 'Other' } }));
    const guest = await person(`guest.${name}@example.com`.toLowerCase());
    const sent = { botId: bot.id, email: guest.email, type: 'READ' };
    const { collaborator } = await bodyOf(transport.inviteCollaborator(sent));
    expect(collaborator).toMatchObject({ type: 'READ', user: { id: guest.id } });
    expect((await refusalOf(transport.inviteCollaborator(sent))).reason).toBe(
      'COLLABORATOR_EXISTS',
    );
    const calling = { token: guest.token };
    const { bots } = await bodyOf(transport.listBots({ workspaceId }, calling));
    expect(bots.map((one) => one.name)).toEqual(['Shared']);
    const { workspaces } = await bodyOf(transport.listWorkspaces({}, calling));
    expect(workspaces.map(({ id }) => id)).toEqual([workspaceId]);
    for (const refused of [
      transport.listMembers({ workspaceId }, calling),
      transport.listInvitations({ workspaceId }, calling),
      transport.listCredentials({ workspaceId }, calling),
      transport.listCollaborators({ botId: bot.id }, calling),
    ]) {
      expect((await refusalOf(refused)).code).toBe('FORBIDDEN');
    }
    await bodyOf(transport.publishBot({ botId: bot.id }));
    const { user } = await bodyOf(transport.readMe({}));
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
    const workspaceId = await makeWorkspace(transport);
    const { bot } = await bodyOf(transport.createBot({ workspaceId, bot: {} }));
    const botId = bot.id;
    const ada = await person(`a.${name}@example.com`.toLowerCase());
    const bob = await person(`b.${name}@example.com`.toLowerCase());
    await bodyOf(transport.inviteCollaborator({ botId, email: ada.email, type: 'WRITE' }));
    const calling = { token: ada.token };
    const more = { botId, email: bob.email, type: 'FULL_ACCESS' };
    expect((await refusalOf(transport.inviteCollaborator(more, calling))).code).toBe('FORBIDDEN');
    await bodyOf(transport.inviteCollaborator({ ...more, type: 'READ' }, calling));
    const removing = { botId, userId: bob.id };
    expect((await refusalOf(transport.removeCollaborator(removing, calling))).code).toBe(
      'FORBIDDEN',
    );
    await bodyOf(transport.updateCollaborator({ botId, userId: ada.id, type: 'FULL_ACCESS' }));
    await bodyOf(transport.removeCollaborator(removing, calling));
    expect((await refusalOf(transport.readBot({ botId }, { token: bob.token }))).code).toBe(
      'NOT_FOUND',
    );
    await bodyOf(transport.removeMember({ workspaceId, userId: ada.id }));
    expect((await refusalOf(transport.readBot({ botId }, calling))).code).toBe('NOT_FOUND');
    await bodyOf(transport.inviteMember({ workspaceId, email: ada.email, role: 'GUEST' }));
    expect((await refusalOf(transport.readBot({ botId }, calling))).code).toBe('NOT_FOUND');
  });
});

describe('a token', () => {
  const transport: Transport = restOf(app);
  let here: string;
  beforeAll(async () => {
    here = await makeWorkspace(transport);
  });

  test('is shown once, and listed without its secret and with its last use', async () => {
    const { apiToken, token } = await bodyOf(transport.createToken({ name: 'Mine' }));
    expect(token).toMatch(/^parley_[\w-]{43}$/);
    await bodyOf(transport.readMe({}, { token }));
    const shown = async () =>
      (await bodyOf(transport.listTokens({}))).apiTokens.find(({ id }) => id === apiToken.id);
    while ((await shown())?.['lastUsedAt'] === null);
    expect(await shown()).toMatchObject({ name: 'Mine', prefix: token.slice(0, 12) });
    expect(JSON.stringify(await bodyOf(transport.listTokens({})))).not.toContain(token);
  });

  test('for one workspace gives access to nothing else', async () => {
    const { token } = await bodyOf(transport.createToken({ name: 'One', workspaceId: here }));
    const elsewhere = await makeWorkspace(transport);
    await bodyOf(transport.createBot({ workspaceId: here, bot: {} }, { token }));
    const refused = transport.createBot({ workspaceId: elsewhere, bot: {} }, { token });
    expect((await refusalOf(refused)).code).toBe('NOT_FOUND');
    const { workspaces } = await bodyOf(transport.listWorkspaces({}, { token }));
    expect(workspaces.map(({ id }) => id)).toEqual([here]);
    expect((await refusalOf(transport.createToken({ name: 'More' }, { token }))).code).toBe(
      'FORBIDDEN',
    );
  });

  test('cannot create one with more rights', async () => {
    const scopes = ['WORKSPACE_ADMIN'];
    const { token } = await bodyOf(transport.createToken({ name: 'Admin', scopes }));
    for (const wanted of [{}, { scopes: ['BOTS_WRITE'] }]) {
      const refusal = await refusalOf(
        transport.createToken({ name: 'More', ...wanted }, { token }),
      );
      expect(refusal.issues?.[0]?.path).toEqual(['scopes']);
    }
    await bodyOf(transport.createToken({ name: 'Same', scopes }, { token }));
  });

  test('without a scope or with an expiry date in the past is refused', async () => {
    for (const wanted of [{ scopes: [] }, { expiresAt: '2020-01-01T00:00:00.000Z' }]) {
      expect((await refusalOf(transport.createToken({ name: 'No', ...wanted }))).code).toBe(
        'BAD_REQUEST',
      );
    }
  });

  test('of somebody else cannot be revoked', async () => {
    const { apiToken } = await bodyOf(transport.createToken({ name: 'Mine' }));
    const token = await saveUser(app().databaseUrl);
    const refusal = await refusalOf(transport.revokeToken({ tokenId: apiToken.id }, { token }));
    expect(refusal.reason).toBe('TOKEN_NOT_FOUND');
  });
});
