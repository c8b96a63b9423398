import { randomUUID } from 'node:crypto';
import { hashOf, newToken, shownPartOf } from '../../src/auth/token.js';
import { rowsOf } from './rows.js';

/** Makes a person, a member of a workspace if one is given, and returns their token. */
export async function saveUser(
  databaseUrl: string,
  place?: { workspaceId: string; role: string },
  token = newToken(),
): Promise<string> {
  const id = `usr_z${randomUUID()}`;
  await rowsOf(databaseUrl, 'insert into app_user (id, created_at) values ($1, now())', [id]);
  await rowsOf(
    databaseUrl,
    'insert into api_token (id, user_id, name, hash, prefix, created_at) values ($1, $1, $1, $2, $3, now())',
    [id, hashOf(token), shownPartOf(token)],
  );
  if (place) {
    await rowsOf(
      databaseUrl,
      'insert into member (workspace_id, user_id, role, created_at) values ($1, $2, $3, now())',
      [place.workspaceId, id, place.role],
    );
  }
  return token;
}

/** Makes a sign-in of a person to the dashboard, and returns its id. */
export async function saveSignIn(databaseUrl: string, userId: string): Promise<string> {
  const id = `sgn_z${randomUUID()}`;
  await rowsOf(
    databaseUrl,
    `insert into sign_in (id, user_id, client_id, redirect_uri, browser_id, code_hash, code_challenge,
        family_hash, created_at, refreshed_at, expires_at)
      values ($1, $2, 'dashboard', 'https://dash.example.com/', 'tok_z', $1, '', $1,
        now(), now(), now() + interval '1 day')`,
    [id, userId],
  );
  return id;
}

/** Shares a bot with a person. */
export async function saveShare(
  databaseUrl: string,
  { botId, userId, type }: { botId: string; userId: string; type: string },
): Promise<void> {
  const sharing = `insert into collaborator (bot_id, user_id, type, created_at, updated_at)
    values ($1, $2, $3, now(), now())`;
  await rowsOf(databaseUrl, sharing, [botId, userId, type]);
}
