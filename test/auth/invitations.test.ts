import { describe, expect, test } from '@jest/globals';
import { queryGraphql, bodyOf, refusalOf } from '../support/transports.js';
import { rowsOf } from '../support/rows.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { saveUser } from '../support/users.js';
import { partAt, recordsAt, textAt } from '../support/parts.js';

const app = useApp();
const transport = restOf(app);

/** A person, a member of a workspace if one is given. */
async function person(place?: { workspaceId: string; role: string }) {
  const token = await saveUser(app().databaseUrl, place);
  const { id } = (await bodyOf(transport.readMe({}, { token }))).user;
  return { id, token };
}

async function prove(userId: string, email: string): Promise<void> {
  const proving = 'update app_user set email = $1, is_email_verified = true where id = $2';
  await rowsOf(app().databaseUrl, proving, [email, userId]);
}

/** Opens the link of an invitation in a new browser; returns the person that this makes. */
async function join(code: string | null) {
  const response = await fetch(`${app().url}/invitations/${code ?? ''}`, { method: 'POST' });
  const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
  const me = await fetch(`${app().url}/v1/users/me`, { headers: { cookie } });
  const body: unknown = await me.json();
  return { status: response.status, cookie, user: partAt(body, 'user') };
}

const namesOf = async (token: string) =>
  (await bodyOf(transport.listWorkspaces({}, { token }))).workspaces.map(({ id }) => id);

describe('somebody who accepts an invitation by its code', () => {
  test('does not count as the owner of the invited address: other invitations to it are not theirs', async () => {
    const eve = await person();
    const { workspace } = await bodyOf(transport.createWorkspace({ name: 'Bait' }, eve));
    const email = 'ceo@example.com';
    const bait = { workspaceId: workspace.id, email, role: 'ADMIN' };
    const before = { workspaceId: await makeWorkspace(transport), email, role: 'ADMIN' };
    await bodyOf(transport.inviteMember(before));
    const { code } = await bodyOf(transport.inviteMember(bait, eve));
    const impostor = await join(code);
    expect(impostor.user).toMatchObject({ email });
    const query = '{ viewer { user { email isEmailVerified } } }';
    const asked = await fetch(`${app().url}/graphql`, {
      method: 'POST',
      headers: { cookie: impostor.cookie, 'content-type': 'application/json' },
      body: JSON.stringify({ query }),
    });
    const user = { email, isEmailVerified: false };
    expect(await asked.json()).toMatchObject({ data: { viewer: { user } } });

    const after = { workspaceId: await makeWorkspace(transport), email, role: 'ADMIN' };
    const { member, code: second } = await bodyOf(transport.inviteMember(after));
    expect(member).toBeNull();
    const { bot } = await bodyOf(transport.createBot({ workspaceId: before.workspaceId, bot: {} }));
    const shared = await bodyOf(
      transport.inviteCollaborator({ botId: bot.id, email, type: 'FULL_ACCESS' }),
    );
    expect(shared.collaborator).toBeNull();
    const shown = await fetch(`${app().url}/v1/workspaces`, {
      headers: { cookie: impostor.cookie },
    });
    const workspaces = recordsAt(await shown.json(), 'workspaces');
    expect(workspaces.map(({ id }) => id)).toEqual([workspace.id]);

    // The person with the next code is another one, even if both have the same address.
    const ceo = await join(second);
    expect(ceo.status).toBe(200);
    expect(textAt(ceo, 'user.id')).not.toBe(textAt(impostor, 'user.id'));
  });

  test('gets exactly the rights of the invitation, and keeps the rights they have', async () => {
    const workspaceId = await makeWorkspace(transport);
    const { bot } = await bodyOf(transport.createBot({ workspaceId, bot: {} }));
    const { bot: other } = await bodyOf(transport.createBot({ workspaceId, bot: {} }));
    const guest = await person();
    const invite = async (type: string) => {
      const sent = { botId: bot.id, email: 'any@example.com', type };
      const { code } = await bodyOf(transport.inviteCollaborator(sent));
      await bodyOf(transport.acceptInvitation({ code }, guest));
      const { collaborators } = await bodyOf(transport.listCollaborators({ botId: bot.id }));
      return collaborators.map((one) => [partAt(one['user'], 'id'), one['type']]);
    };
    expect(await invite('READ')).toEqual([[guest.id, 'READ']]);
    expect(await invite('FULL_ACCESS')).toEqual([[guest.id, 'FULL_ACCESS']]);
    expect(await invite('READ')).toEqual([[guest.id, 'FULL_ACCESS']]);
    expect((await refusalOf(transport.readBot({ botId: other.id }, guest))).code).toBe('NOT_FOUND');
    const { members } = await bodyOf(transport.listMembers({ workspaceId }));
    expect(members).toMatchObject([{ role: 'ADMIN' }, { role: 'GUEST' }]);
  });

  test('has the code from the inviter, the only one to whom it is shown, once', async () => {
    const workspaceId = await makeWorkspace(transport);
    const admin = await person({ workspaceId, role: 'ADMIN' });
    const sent = { workspaceId, email: 'once@example.com', role: 'MEMBER' };
    const { code, invitation } = await bodyOf(transport.inviteMember(sent));
    const query = `query ($id: ID!, $workspaceId: ID!) { node(id: $id) { ... on Invitation { id email } }
      workspace(id: $workspaceId) { invitations { id email role } } }`;
    const variables = { id: invitation?.id, workspaceId };
    const shown = await queryGraphql(app().url, { query, variables }, admin);
    expect(JSON.stringify(shown)).not.toContain(code);
    const rows = await rowsOf(app().databaseUrl, 'select i::text as row from invitation i');
    expect(JSON.stringify(rows)).not.toContain(code);
  });
});

test('without PUBLIC_URL the link of an invitation begins with the address on which the server listens', async () => {
  const sent = {
    workspaceId: await makeWorkspace(transport),
    email: 'link@example.com',
    role: 'MEMBER',
  };
  const { code, link } = await bodyOf(transport.inviteMember(sent));
  expect(link).toBe(`${app().url}/invitations/${code}`);
});

test('an open invitation ends when the same person is invited again and joins at once', async () => {
  const workspaceId = await makeWorkspace(transport);
  const { bot } = await bodyOf(transport.createBot({ workspaceId, bot: {} }));
  const email = 'again@example.com';
  const member = { workspaceId, email, role: 'MEMBER' };
  const share = { botId: bot.id, email, type: 'READ' };
  await bodyOf(transport.inviteMember(member));
  const { code } = await bodyOf(transport.inviteCollaborator(share));
  const ada = await person();
  await prove(ada.id, email);
  const open = async () => {
    const { invitations } = await bodyOf(transport.listInvitations({ workspaceId }));
    return invitations.length;
  };
  expect((await bodyOf(transport.inviteMember(member))).member).not.toBeNull();
  expect(await open()).toBe(1);
  expect((await bodyOf(transport.inviteCollaborator(share))).collaborator).not.toBeNull();
  expect(await open()).toBe(0);
  expect((await refusalOf(transport.acceptInvitation({ code }, ada))).code).toBe('NOT_FOUND');
});

test('a person who has proven the invited address joins at once', async () => {
  const workspaceId = await makeWorkspace(transport);
  const ada = await person();
  await prove(ada.id, 'proven@example.com');
  const sent = { workspaceId, email: 'Proven@example.com', role: 'MEMBER' };
  expect((await bodyOf(transport.inviteMember(sent))).member).toMatchObject({
    user: { id: ada.id },
  });
});

describe('an open invitation ends', () => {
  type Made = { workspaceId: string; botId: string; who: { id: string; token: string } };
  /** A workspace with a bot, and a person with this role there. */
  const make = async (role: string, type?: string): Promise<Made> => {
    const workspaceId = await makeWorkspace(transport);
    const { bot } = await bodyOf(transport.createBot({ workspaceId, bot: {} }));
    const who = await person({ workspaceId, role });
    const sharing = `insert into collaborator (bot_id, user_id, type, created_at, updated_at)
      values ($1, $2, $3, now(), now())`;
    if (type) await rowsOf(app().databaseUrl, sharing, [bot.id, who.id, type]);
    return { workspaceId, botId: bot.id, who };
  };
  type Invited = { code: string | null; invitation: { readonly id: string } | null };
  const inviting = {
    member: ({ workspaceId, who }: Made) =>
      transport.inviteMember({ workspaceId, email: 'x@example.com', role: 'ADMIN' }, who),
    collaborator: ({ botId, who }: Made) =>
      transport.inviteCollaborator({ botId, email: 'x@example.com', type: 'WRITE' }, who),
  };
  const remove = ({ workspaceId, who }: Made) =>
    transport.removeMember({ workspaceId, userId: who.id });
  const changeRole =
    (role: string) =>
    ({ workspaceId, who }: Made) =>
      transport.updateMember({ workspaceId, userId: who.id, role });
  const unshare = ({ botId, who }: Made) => transport.removeCollaborator({ botId, userId: who.id });
  const narrow = ({ botId, who }: Made) =>
    transport.updateCollaborator({ botId, userId: who.id, type: 'READ' });

  test.each([
    ['with the place of an admin who is taken out', 'ADMIN', undefined, 'member', remove],
    ['with the role of an admin', 'ADMIN', undefined, 'member', changeRole('MEMBER')],
    ['to a bot, with the place of a member', 'MEMBER', undefined, 'collaborator', remove],
    [
      'to a bot, with the role of a member',
      'MEMBER',
      undefined,
      'collaborator',
      changeRole('GUEST'),
    ],
    ['to a bot, with the place of a guest', 'GUEST', 'WRITE', 'collaborator', remove],
    ['with the share of who made it', 'GUEST', 'WRITE', 'collaborator', unshare],
    ['when that share is for less', 'GUEST', 'FULL_ACCESS', 'collaborator', narrow],
  ] as const)('%s', async (_, role, type, kind, end) => {
    const made = await make(role, type);
    const { code, invitation } = await bodyOf<Invited>(inviting[kind](made));
    await bodyOf<unknown>(end(made));
    const { invitations } = await bodyOf(
      transport.listInvitations({ workspaceId: made.workspaceId }),
    );
    expect(invitations.map(({ id }) => id)).not.toContain(invitation?.id);
    const refused = transport.acceptInvitation({ code }, made.who);
    expect((await refusalOf(refused)).reason).toBe('INVITATION_NOT_FOUND');
    expect((await join(code)).status).toBe(404);
  });

  test('for good when its maker is removed: after coming back they have to invite again', async () => {
    const made = await make('ADMIN');
    const { code } = await bodyOf(inviting.member(made));
    await bodyOf(remove(made));
    const back = `insert into member (workspace_id, user_id, role, created_at) values ($1, $2, 'ADMIN', now())`;
    await rowsOf(app().databaseUrl, back, [made.workspaceId, made.who.id]);
    expect((await join(code)).status).toBe(404);
  });

  test('even if it was made while its maker was being removed: it is checked when it is accepted', async () => {
    const made = await make('ADMIN');
    const { code } = await bodyOf(inviting.member(made));
    const { code: share } = await bodyOf(inviting.collaborator(made));
    const leaving = 'delete from member where workspace_id = $1 and user_id = $2';
    await rowsOf(app().databaseUrl, leaving, [made.workspaceId, made.who.id]);
    expect([(await join(code)).status, (await join(share)).status]).toEqual([404, 404]);
  });

  test('but invitations that others have accepted stay valid', async () => {
    const made = await make('ADMIN');
    const { code } = await bodyOf(inviting.member(made));
    const friend = await person();
    await bodyOf(transport.acceptInvitation({ code }, friend));
    await bodyOf(remove(made));
    expect(await namesOf(friend.token)).toEqual([made.workspaceId]);
    expect(await namesOf(made.who.token)).toEqual([]);
  });

  test('but not when its maker gets a higher role or a larger share', async () => {
    const made = await make('GUEST', 'WRITE');
    const { code } = await bodyOf(inviting.collaborator(made));
    const { botId, who, workspaceId } = made;
    await bodyOf(transport.updateCollaborator({ botId, userId: who.id, type: 'FULL_ACCESS' }));
    await bodyOf(transport.updateMember({ workspaceId, userId: who.id, role: 'MEMBER' }));
    expect((await join(code)).status).toBe(200);
  });
});

describe('a token', () => {
  test('grants the present rights of its owner, not those at the time it was made', async () => {
    const workspaceId = await makeWorkspace(transport);
    const admin = await person({ workspaceId, role: 'ADMIN' });
    const scopes = ['WORKSPACE_ADMIN', 'BOTS_WRITE'];
    const made = [
      await bodyOf(transport.createToken({ name: 'All' }, admin)),
      await bodyOf(transport.createToken({ name: 'Scoped', scopes }, admin)),
      await bodyOf(transport.createToken({ name: 'Here', scopes, workspaceId }, admin)),
    ];
    const rename = (token: string) =>
      transport.updateWorkspace({ workspaceId, name: 'Ours' }, { token });
    const make = (token: string) => transport.createBot({ workspaceId, bot: {} }, { token });
    for (const { token } of made) await bodyOf(rename(token));
    const place = { workspaceId, userId: admin.id };
    await bodyOf(transport.updateMember({ ...place, role: 'MEMBER' }));
    for (const { token } of made) {
      expect((await refusalOf(rename(token))).code).toBe('FORBIDDEN');
      await bodyOf(make(token));
    }
    await bodyOf(transport.removeMember(place));
    for (const { token } of made) {
      for (const refused of [rename(token), make(token)]) {
        expect((await refusalOf(refused)).reason).toBe('WORKSPACE_NOT_FOUND');
      }
    }
  });
});
