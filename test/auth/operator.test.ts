import { describe, expect, test } from '@jest/globals';
import { CommandError } from '../../src/cli/command.js';
import { manageUsers } from '../../src/cli/manageUsers.js';
import { findPerson } from '../../src/cli/person.js';
import { readConfig } from '../../src/config/config.js';
import { useUnits } from '../support/besideApp.js';
import { rowsOf } from '../support/rows.js';
import { useApp } from '../support/useApp.js';

const app = useApp();
const openUnit = useUnits(app);

/** What `npm run user` prints, with `!` in front where it refuses. */
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
