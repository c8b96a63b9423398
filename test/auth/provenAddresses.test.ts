import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { admit, connect } from '../../src/account/signIn/admit.js';
import { CommandError } from '../../src/cli/command.js';
import { manageUsers } from '../../src/cli/manageUsers.js';
import { findPerson } from '../../src/cli/person.js';
import { readConfig } from '../../src/config/config.js';
import { verifyEmail } from '../../src/storage/people.js';
import { textAt } from '../support/parts.js';
import { rowsOf } from '../support/rows.js';
import { bodyOf } from '../support/transports.js';
import { makeWorkspace, restOf, useApp, useUnits } from '../support/useApp.js';

const app = useApp();
const owner = restOf(app);
const openUnit = useUnits(app);

/** The claims of an issuer about a person, by the local part of their address. */
const at = (name: string, subject = name) => ({
  issuer: 'https://id.example.com',
  subject,
  email: `${name}@example.com`,
  name: null,
});

const invite = async (email: string, role: string) => {
  const workspaceId = await makeWorkspace(owner);
  return { workspaceId, ...(await bodyOf(owner.inviteMember({ workspaceId, email, role }))) };
};

/** A person who opens the link of an invitation to this address. */
async function joinAs(email: string): Promise<string> {
  const { workspaceId, code } = await invite(email, 'MEMBER');
  await fetch(`${app().url}/invitations/${code ?? ''}`, { method: 'POST' });
  const { members } = await bodyOf(owner.listMembers({ workspaceId }));
  return textAt(members[1], 'user.id');
}

const userOf = async (id: string) => {
  const query = 'select email, is_email_verified as proven from app_user where id = $1';
  return (await rowsOf(app().databaseUrl, query, [id]))[0];
};

describe('an address that came only with an invitation', () => {
  test('is shown, but does not let somebody sign in to the account by it', async () => {
    const impostor = await joinAs('ceo@example.com');
    expect(await userOf(impostor)).toEqual({ email: 'ceo@example.com', proven: false });
    const unknown = await admit(openUnit(), at('ceo'), 'invited');
    expect(unknown).toEqual({ refused: 'unknown' });
    const { workspaceId, member } = await invite('ceo@example.com', 'ADMIN');
    expect(member).toBeNull();
    const admitted = await admit(openUnit(), at('ceo'), 'invited');
    const { members } = await bodyOf(owner.listMembers({ workspaceId }));
    const ceo = textAt(members[1], 'user.id');
    expect(admitted).toEqual({ userId: ceo });
    expect([members.length, ceo === impostor]).toEqual([2, false]);
    expect(await userOf(ceo)).toEqual({ email: 'ceo@example.com', proven: true });
    expect((await invite('ceo@example.com', 'GUEST')).member).toMatchObject({ user: { id: ceo } });
  });

  test('counts only after an account is connected whose issuer vouches for it', async () => {
    const katherine = await joinAs('katherine@example.com');
    const { workspaceId } = await invite('katherine@example.com', 'GUEST');
    await connect(openUnit(), { ...at('katherine'), email: null }, katherine);
    expect(await userOf(katherine)).toMatchObject({ proven: false });
    await admit(openUnit(), at('katherine'), 'invited');
    expect(await userOf(katherine)).toEqual({ email: 'katherine@example.com', proven: true });
    const { members } = await bodyOf(owner.listMembers({ workspaceId }));
    expect(members[1]).toMatchObject({ role: 'GUEST', user: { id: katherine } });
  });

  test('is replaced by one that its bearer proves, but never by one that somebody else has proven', async () => {
    const late = await joinAs('mary@example.com');
    const mary = await joinAs('boss@example.com');
    await connect(openUnit(), at('mary'), mary);
    expect(await userOf(mary)).toEqual({ email: 'mary@example.com', proven: true });
    await admit(openUnit(), at('other', 'mary'), 'invited');
    expect(await userOf(mary)).toEqual({ email: 'mary@example.com', proven: true });
    await connect(openUnit(), at('mary', 'mary-2'), late);
    expect(await userOf(late)).toEqual({ email: 'mary@example.com', proven: false });
  });

  test('grants nothing by an invitation whose maker has left', async () => {
    const { workspaceId } = await invite('dorothy@example.com', 'MEMBER');
    await rowsOf(app().databaseUrl, 'delete from member where workspace_id = $1', [workspaceId]);
    expect(await admit(openUnit(), at('dorothy'), 'invited')).toEqual({ refused: 'unknown' });
    const admitted = await admit(openUnit(), at('dorothy'), 'anyone');
    const places = 'select workspace_id from member where user_id = $1';
    const userId = 'userId' in admitted ? admitted.userId : '';
    expect(await rowsOf(app().databaseUrl, places, [userId])).toEqual([]);
  });
});

test('after an update only the address of the owner is proven', async () => {
  // Runs the migration on the columns that it found.
  const migration = await readFile('src/storage/migrations/0010-proven-addresses.sql', 'utf8');
  const url = app().databaseUrl;
  await rowsOf(url, 'create schema before');
  await rowsOf(
    url,
    `begin;
     set local search_path to before;
     create table app_user (id text, email text, constraint app_user_email_key unique (email));
     create table member (workspace_id text, user_id text);
     create table invitation (id text, workspace_id text, inviter_id text);
     insert into app_user values ('usr_1', 'owner@example.com'), ('usr_2', 'a@example.com'), ('usr_3', null);
     insert into member values ('wks_1', 'usr_2');
     insert into invitation values ('inv_kept', 'wks_1', 'usr_2'), ('inv_ended', 'wks_1', 'usr_3'), ('inv_old', 'wks_1', null);
     ${migration};
     commit`,
  );
  const proven = 'select id from before.app_user where is_email_verified';
  expect(await rowsOf(url, proven)).toEqual([{ id: 'usr_1' }]);
  expect(await rowsOf(url, 'select id from before.invitation')).toEqual([{ id: 'inv_kept' }]);
});

test('when two people prove an address at once, one succeeds and the other gets a failure', async () => {
  const people = [await joinAs('one@example.com'), await joinAs('other@example.com')];
  const prove = (id: string) => verifyEmail(openUnit(), id, 'both@example.com');
  for (let n = 0; n < 10; n += 1) {
    await rowsOf(
      app().databaseUrl,
      'update app_user set is_email_verified = false where id = any($1)',
      [people],
    );
    expect((await Promise.all(people.map(prove))).sort()).toEqual([false, true]);
  }
});

/** The output of `npm run user`, with `!` in front where it refuses. */
async function run(...args: string[]): Promise<string> {
  const command = { config: readConfig({}), url: app().databaseUrl, openUnit, args };
  return manageUsers(command).catch((error: unknown) => {
    if (error instanceof CommandError) return `!${error.message}`;
    throw error;
  });
}

const saveUser = (id: string, email: string) =>
  rowsOf(app().databaseUrl, 'insert into app_user (id, email, created_at) values ($1, $2, now())', [
    id,
    email,
  ]);

const proven = async (email: string) => {
  const query = 'select id from app_user where email = $1 and is_email_verified';
  return (await rowsOf<{ id: string }>(app().databaseUrl, query, [email])).map(({ id }) => id);
};

describe('the operator of the server', () => {
  test('creates a person with a proven address, and gets a link for that person only', async () => {
    expect(await run('link', 'Ada@Example.com')).toContain('/sign-in/link/parley_');
    const [ada, ...others] = await proven('ada@example.com');
    expect(others).toEqual([]);
    await run('link', 'ada@example.com');
    await run('link', String(ada));
    const links = "select user_id as id from api_token where kind = 'LINK'";
    expect((await rowsOf(app().databaseUrl, links)).map(({ id }) => id)).toEqual([ada, ada, ada]);
  });

  test('sees who has an address without having proven it, and decides who is meant', async () => {
    await saveUser('usr_one', 'grace@example.com');
    await saveUser('usr_two', 'grace@example.com');
    for (const what of ['link', 'forget']) {
      expect(await run(what, 'grace@example.com')).toMatch(
        /^!Nobody has proven .*usr_one.*usr_two/s,
      );
    }
    const named = findPerson(openUnit(), 'Grace@example.com');
    await expect(named).rejects.toThrow('Nobody has proven the address grace@example.com');
    expect(await run('verify', 'Grace@example.com', 'usr_two')).toContain('usr_two is');
    expect(await run('verify', 'grace@example.com', 'usr_one')).toMatch(/^!Somebody else/);
    expect(await run('new', 'grace@example.com')).toMatch(/^!Somebody here/);
    expect(await run('link', 'grace@example.com')).toContain('/sign-in/link/parley_');
    expect(await proven('grace@example.com')).toEqual(['usr_two']);
  });

  test('can create a new person although somebody has the address unproven', async () => {
    await saveUser('usr_claims', 'alan@example.com');
    expect(await run('new', 'alan@example.com')).toContain('/sign-in/link/parley_');
    const [alan] = await proven('alan@example.com');
    expect(alan).not.toBe('usr_claims');
  });

  test('sets the address of the owner, which is then proven', async () => {
    expect(await run('owner', 'owner@example.com')).toContain('is owner@example.com now');
    expect(await proven('owner@example.com')).toHaveLength(1);
    for (const args of [
      ['owner'],
      ['owner', 'no-address'],
      ['verify', 'a@example.com'],
      ['link', 'a b@c'],
    ]) {
      expect(await run(...args)).toMatch(/^!npm run user/);
    }
  });
});
