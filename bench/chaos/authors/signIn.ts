import { randomUUID } from 'node:crypto';
import { hashOf, newToken } from '../../../src/auth/token.js';
import { queryOn } from '../../database.js';

/** Makes a member of a workspace, and returns the cookie of a browser in which they are signed in to a server. */
export async function signIn(
  databaseUrl: string,
  { name, workspaceId, url }: Readonly<Record<'name' | 'workspaceId' | 'url', string>>,
) {
  const [id, secret] = [`usr_${randomUUID()}`, newToken()];
  await queryOn(
    databaseUrl,
    `with person as (insert into app_user (id, name, created_at) values ('${id}', '${name}', now())),
      browser as (insert into api_token (id, user_id, kind, name, hash, prefix, created_at, expires_at)
        values ('${id}', '${id}', 'BROWSER', 'Browser', '${hashOf(secret)}', 'parley_', now(), now() + interval '1 day'))
      insert into member (workspace_id, user_id, role, created_at) values ('${workspaceId}', '${id}', 'ADMIN', now())`,
  );
  return { name: 'parley_session', value: secret, url };
}
