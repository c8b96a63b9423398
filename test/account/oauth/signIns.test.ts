import { describe, expect, test } from '@jest/globals';
import { OAUTH_CLIENTS, open, refresh, signedInBrowser, signIn } from '../../support/oauthFlow.js';
import { recordsAt } from '../../support/parts.js';
import { rowsOf } from '../../support/rows.js';
import { queryGraphql } from '../../support/transports.js';
import { useApp } from '../../support/useApp.js';

const app = useApp({ OAUTH_CLIENTS });

/** The sign-ins that somebody sees with a token. */
async function listedWith(token: string) {
  const query = `{ viewer { signIns { id client scopes isCurrent createdAt lastUsedAt expiresAt } } }`;
  const { data } = await queryGraphql(app().url, { query }, { token });
  return recordsAt(data, 'viewer.signIns');
}

/** Ends a sign-in, and gives the reason if that is refused. */
async function end(signInId: unknown, token: string): Promise<unknown> {
  const query = `mutation ($id: ID!) { revokeSignIn(input: { signInId: $id }) { deletedId userErrors { reason } } }`;
  const request = { query, variables: { id: signInId } };
  const { data, errors } = await queryGraphql(app().url, request, { token });
  return errors?.[0]?.extensions['reason'] ?? data?.['revokeSignIn'];
}

async function newPerson(id: string): Promise<string> {
  const text = 'insert into app_user (id, name, created_at) values ($1, $1, now())';
  await rowsOf(app().databaseUrl, text, [id]);
  return signedInBrowser(app(), id);
}

describe('somebody who is signed in from other origins', () => {
  test('sees where, and ends one of them', async () => {
    const cookie = await newPerson('usr_ada');
    const first = await signIn(app(), cookie, { scope: 'BOTS_READ' });
    const second = await signIn(app(), cookie);
    const listed = await listedWith(second.access);
    expect(listed).toMatchObject([
      { client: 'dashboard', scopes: null, isCurrent: true },
      { client: 'dashboard', scopes: ['BOTS_READ'], isCurrent: false },
    ]);
    const done = { deletedId: listed[1]?.['id'], userErrors: [] };
    expect(await end(listed[1]?.['id'], second.access)).toMatchObject(done);
    expect((await refresh(app(), first.refresh)).body['error']).toBe('invalid_grant');
    expect(await listedWith(second.access)).toHaveLength(1);
  });

  test('may end the sign-in itself with any token of it, and none of others', async () => {
    const narrow = await signIn(app(), await newPerson('usr_eve'), { scope: 'CHAT' });
    const other = await signIn(app(), await newPerson('usr_bob'));
    const [others] = await listedWith(other.access);
    const [own] = await rowsOf(
      app().databaseUrl,
      "select id from sign_in where user_id = 'usr_eve'",
    );
    expect(await end(others?.['id'], narrow.access)).toBe('FORBIDDEN');
    expect(await end(own?.['id'], narrow.access)).toMatchObject({ deletedId: own?.['id'] });
    expect(await end(own?.['id'], other.access)).toMatchObject({
      userErrors: [{ reason: 'SIGN_IN_NOT_FOUND' }],
    });
  });

  test('finds them at /sign-in, which says who they are and where to go on', async () => {
    const cookie = await newPerson('usr_may');
    const tokens = await signIn(app(), cookie);
    const page = await (await open(`${app().url}/sign-in`, cookie)).text();
    expect(page).toContain('You are usr_may.');
    expect(page).toMatch(/<a href="\/graphql">Try GraphQL<\/a><a href="\/docs">/);
    const [, action = ''] =
      /action="(\/sign-out\/\w+)"><button>Sign out of dashboard/.exec(page) ?? [];
    const press = (headers: Record<string, string>) =>
      fetch(app().url + action, { method: 'POST', headers, redirect: 'manual' });
    expect((await press({ cookie, origin: 'https://dash.example.com' })).status).toBe(403);
    await press({ cookie: await newPerson('usr_zoe') });
    expect(await listedWith(tokens.access)).toHaveLength(1);
    const pressed = await press({ cookie, origin: app().url });
    expect([pressed.status, pressed.headers.get('location')]).toEqual([303, '/sign-in']);
    expect((await refresh(app(), tokens.refresh)).body['error']).toBe('invalid_grant');
  });
});
