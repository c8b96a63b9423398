import type { Pool } from 'pg';

/**
 * Finds the data folder of the database if that is on this machine: it is reached over a Unix socket, as the embedded one is, and its user
 * may read the setting. Queried once.
 */
export function openDatabaseFolder(pool: Pool): () => Promise<string | undefined> {
  let known: Promise<string | undefined> | undefined;
  const ask = async (): Promise<string | undefined> => {
    const { rows } = await pool.query<{ folder: string }>({
      name: 'database_folder',
      text: `select setting as folder from pg_settings
        where name = 'data_directory' and inet_server_addr() is null`,
    });
    return rows[0]?.folder;
  };
  return async () => {
    try {
      return await (known ??= ask());
    } catch (error) {
      known = undefined;
      throw error;
    }
  };
}
