import type { Pool } from 'pg';
import type { Log } from '../log/log.js';
import { countSealedWithout, listSealedOtherwise, reseal } from '../storage/credentials.js';
import type { Unit } from '../storage/orm.js';
import { listWebhooksSealedOtherwise, resealWebhook } from '../storage/webhooks.js';
import { placeOf } from './credentials.js';
import { type KeySettings, knownKeyIds, type Sealed, type SecretBox } from './secretBox.js';

/** Secrets that are re-encrypted at once. */
const BATCH = 100;

/** Re-encrypts all secrets of credentials and webhooks with the current key. Returns their number. */
export async function rotateSecrets(box: SecretBox, openUnit: () => Unit): Promise<number> {
  const credentials = await rotateAll(box, openUnit, { list: listSealedOtherwise, reseal });
  const webhooks = { list: listWebhooksSealedOtherwise, reseal: resealWebhook };
  return credentials + (await rotateAll(box, openUnit, webhooks));
}

type SealedRow = Sealed & { readonly id: string; readonly workspaceId: string };

/** How to find and store the secrets of a table. */
interface SealedTable {
  list(unit: Unit, keyId: string, limit: number): Promise<readonly SealedRow[]>;
  reseal(unit: Unit, old: SealedRow, next: Sealed): Promise<void>;
}

async function rotateAll(
  box: SecretBox,
  openUnit: () => Unit,
  { list, reseal: store }: SealedTable,
): Promise<number> {
  const keyId = await box.currentKeyId();
  let count = 0;
  for (;;) {
    const unit = openUnit();
    const batch = await list(unit, keyId, BATCH);
    if (batch.length === 0) return count;
    for (const row of batch) {
      const place = placeOf(row);
      await store(unit, row, await box.seal(await box.open(row, place), place));
    }
    count += batch.length;
  }
}

/**
 * Logs how many secrets are encrypted with keys that this server does not have, because each would fail only when it is used. The server
 * starts nevertheless: whoever has no backup of the key enters the secrets again.
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
