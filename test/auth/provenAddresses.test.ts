import { readFile } from 'node:fs/promises';
import { describe, expect, test } from '@jest/globals';
import { admit, connect } from '../../src/account/signIn/admit.js';
import { verifyEmail } from '../../src/storage/people.js';
import { useUnits } from '../support/besideApp.js';
import { bodyOf } from '../support/transports.js';
import { rowsOf } from '../support/rows.js';
import { makeWorkspace, restOf, useApp } from '../support/useApp.js';
import { textAt } from '../support/parts.js';

const app = useApp();
const owner = restOf(app);
const openUnit = useUnits(app);

/** Somebody as their issuer says: by the beginning of an address of theirs. */
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

/** Whoever opens the link of an invitation to this address. */
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
  // The migration itself, on the columns it found.
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
