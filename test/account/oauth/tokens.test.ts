import { beforeAll, describe, expect, test } from '@jest/globals';
import {
  begin,
  type Changes,
  codeOf,
  OAUTH_CLIENTS,
  open,
  redeem,
  refresh,
  send,
  signedInBrowser,
  signIn,
  tokensOf,
} from '../../support/oauthFlow.js';
import { recordsAt } from '../../support/parts.js';
import { rowsOf } from '../../support/rows.js';
import { queryGraphql } from '../../support/transports.js';
import { restOf, useApp } from '../../support/useApp.js';

const app = useApp({ OAUTH_CLIENTS });
const owner = restOf(app);
const isKnown = async (token: string) => (await owner.readMe({}, { token })).ok;

let signedIn: string;
beforeAll(async () => {
  signedIn = await signedInBrowser(app());
});

describe('a code', () => {
  test('works once; coming a second time it ends what it began', async () => {
    const begun = begin(app());
    const code = await codeOf(begun, signedIn);
    const shown = { code_verifier: begun.verifier };
    const tokens = tokensOf(await redeem(app(), code, shown));
    expect((await redeem(app(), code, shown)).body['error']).toBe('invalid_grant');
    expect(await isKnown(tokens.access)).toBe(false);
    expect((await refresh(app(), tokens.refresh)).body['error']).toBe('invalid_grant');
  });

  test('that is redeemed many times at once gives tokens once at most', async () => {
    const begun = begin(app());
    const code = await codeOf(begun, signedIn);
    const shown = { code_verifier: begun.verifier };
    const all = await Promise.all(Array.from({ length: 8 }, () => redeem(app(), code, shown)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  test.each<[string, Changes]>([
    ['another verifier', { code_verifier: 'v'.repeat(43) }],
    ['the challenge as the verifier', { code_verifier: 'challenge' }],
    ['another client', { client_id: 'other' }],
    ['another address of the same client', { redirect_uri: 'http://localhost:5173/signed-in' }],
  ])('is not redeemed with %s, and does not work any more then', async (_what, changes) => {
    const begun = begin(app());
    const code = await codeOf(begun, signedIn);
    const challenge = new URL(begun.url).searchParams.get('code_challenge') ?? '';
    const sent = changes['code_verifier'] === 'challenge' ? { code_verifier: challenge } : changes;
    const right = { code_verifier: begun.verifier };
    const wrong = await redeem(app(), code, { ...right, ...sent });
    expect([wrong.status, wrong.body['error']]).toEqual([400, 'invalid_grant']);
    expect((await redeem(app(), code, right)).body['error']).toBe('invalid_grant');
  });

  test('works for a minute', async () => {
    const begun = begin(app());
    const code = await codeOf(begun, signedIn);
    const [row] = await rowsOf(
      app().databaseUrl,
      `update sign_in set expires_at = now() where id = (select max(id) from sign_in)
        returning (select extract(epoch from expires_at - created_at)::int from sign_in order by id desc limit 1) as lasts`,
    );
    expect(row).toEqual({ lasts: 60 });
    const late = await redeem(app(), code, { code_verifier: begun.verifier });
    expect(late.body['error']).toBe('invalid_grant');
  });

  test('does not work for a person who is gone', async () => {
    await rowsOf(
      app().databaseUrl,
      "insert into app_user (id, created_at) values ('usr_gone', now())",
    );
    const cookie = await signedInBrowser(app(), 'usr_gone');
    const tokens = await signIn(app(), cookie);
    const begun = begin(app());
    const code = await codeOf(begun, cookie);
    await rowsOf(app().databaseUrl, "delete from app_user where id = 'usr_gone'");
    const shown = { code_verifier: begun.verifier };
    expect((await redeem(app(), code, shown)).body['error']).toBe('invalid_grant');
    expect((await refresh(app(), tokens.refresh)).body['error']).toBe('invalid_grant');
    expect(await isKnown(tokens.access)).toBe(false);
  });

  test('and refresh tokens do not work as bearer tokens or cookies', async () => {
    const cookie = await signedInBrowser(app());
    const code = await codeOf(begin(app()), cookie);
    const tokens = await signIn(app(), cookie);
    expect([await isKnown(code), await isKnown(tokens.refresh)]).toEqual([false, false]);
    for (const secret of [code, tokens.refresh, tokens.access]) {
      const headers = { cookie: `parley_session=${secret}` };
      expect((await fetch(`${app().url}/v1/users/me`, { headers })).status).toBe(401);
    }
  });
});

describe('a refresh token', () => {
  test('that was used before ends the sign-in of thief and owner', async () => {
    const stolen = await signIn(app(), signedIn);
    const next = tokensOf(await refresh(app(), stolen.refresh));
    const last = tokensOf(await refresh(app(), next.refresh));
    expect((await refresh(app(), stolen.refresh)).body['error']).toBe('invalid_grant');
    expect((await refresh(app(), last.refresh)).body['error']).toBe('invalid_grant');
    expect([await isKnown(next.access), await isKnown(last.access)]).toEqual([false, false]);
  });

  test('that was used before ends the sign-in too if it is the last one, but later', async () => {
    const stolen = await signIn(app(), signedIn);
    const next = tokensOf(await refresh(app(), stolen.refresh));
    const age = `update sign_in set refreshed_at = now() - interval '31 seconds' where id = (select max(id) from sign_in)`;
    await rowsOf(app().databaseUrl, age);
    expect((await refresh(app(), stolen.refresh)).body['error']).toBe('invalid_grant');
    expect((await refresh(app(), next.refresh)).body['error']).toBe('invalid_grant');
  });

  test('does not work for another client, which ends it', async () => {
    const tokens = await signIn(app(), signedIn);
    const other = await refresh(app(), tokens.refresh, { client_id: 'other' });
    expect(other.body['error']).toBe('invalid_grant');
    expect((await refresh(app(), tokens.refresh)).body['error']).toBe('invalid_grant');
  });

  test('cannot be made from its parts', async () => {
    const tokens = await signIn(app(), signedIn);
    const [family = '', key = ''] = tokens.refresh.split('.');
    for (const made of [
      family,
      `${family}.`,
      key,
      `parley_refresh_${key}.${key}`,
      'parley_refresh_',
    ]) {
      expect((await refresh(app(), made)).body['error']).toBe('invalid_grant');
    }
    expect((await refresh(app(), tokens.refresh)).status).toBe(200);
  });
});

describe('ending a sign-in', () => {
  test('works with any of its tokens, also an old one; unknown ones count as ended', async () => {
    const cookie = signedIn;
    for (const which of ['access', 'refresh', 'next'] as const) {
      const first = await signIn(app(), cookie);
      const next = tokensOf(await refresh(app(), first.refresh));
      const token = which === 'next' ? next.refresh : first[which];
      const ended = await send(app(), { token }, { path: 'revoke' });
      expect([ended.status, ended.body]).toEqual([200, {}]);
      expect([which, await isKnown(next.access)]).toEqual([which, false]);
      expect((await refresh(app(), next.refresh)).body['error']).toBe('invalid_grant');
    }
    expect((await send(app(), { token: 'nothing' }, { path: 'revoke' })).status).toBe(200);
  });

  test('is refused to another client, and does not end tokens of programs', async () => {
    const tokens = await signIn(app(), signedIn);
    const form = { token: tokens.refresh, client_id: 'other' };
    const refused = await send(app(), form, { path: 'revoke' });
    expect([refused.status, refused.body['error']]).toEqual([400, 'invalid_grant']);
    expect(await isKnown(tokens.access)).toBe(true);
  });
});

/** The sign-ins that the holder of a token sees. */
async function listedWith(token: string) {
  const query = `{ viewer { signIns { id client scopes isCurrent createdAt lastUsedAt expiresAt } } }`;
  const { data } = await queryGraphql(app().url, { query }, { token });
  return recordsAt(data, 'viewer.signIns');
}

/** Ends a sign-in; returns the reason if that is refused. */
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
