import type { Pool } from 'pg';

/** The origins of the domains that the workspace of a bot holds: a page there is the bot's own. */
export async function findOwnOrigins(pool: Pool, botId: string): Promise<string[]> {
  // Plain SQL: starts of chats run it over their connections.
  const { rows } = await pool.query<{ name: string }>({
    name: 'own_origins',
    text: `select custom_domain.name from bot
      join custom_domain on custom_domain.workspace_id = bot.workspace_id
      where bot.id = $1 and custom_domain.held_since is not null`,
    values: [botId],
  });
  return rows.flatMap(({ name }) => [`https://${name}`, `http://${name}`]);
}

/** Those of these domains that a workspace holds: this server answers there. Without any names, no statement is run. */
export async function findHeldDomains(
  pool: Pool,
  names: readonly string[],
): Promise<ReadonlySet<string>> {
  if (names.length === 0) return new Set();
  const { rows } = await pool.query<{ name: string }>({
    name: 'held_domains',
    text: 'select name from custom_domain where name = any($1) and held_since is not null',
    values: [names],
  });
  return new Set(rows.map(({ name }) => name));
}
