import type { Pool } from 'pg';

/**
 * The folder of the database, if it is on this machine: one that is reached by a socket in the file system, as the embedded one is,
 * and that tells this user where its data is. It is asked once.
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
