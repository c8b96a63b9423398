import type { Pool } from 'pg';
import type { Log } from '../log/log.js';
import { countSealedWithout } from '../storage/credentials.js';
import { knownKeyIds, type KeySettings } from './secretBox.js';

/**
 * Says in the log how many secrets are encrypted with keys that this server does not have: each would fail only when it is used.
 * The server starts all the same, because whoever has no backup of the key enters them again.
 */
export async function reportLostSecrets(
  settings: KeySettings,
  pool: Pool,
  log: Pick<Log, 'error'>,
): Promise<void> {
  const count = await countSealedWithout(pool, await knownKeyIds(settings));
  if (count > 0) log.error({ count }, `${count} ${LOST}`);
}

const LOST =
  'of the credentials and webhooks are encrypted with a key that this server does not have, and cannot be used: put the file secret-key of a backup into DATA_DIR, or its first line into SECRET_KEY, or enter them again';
