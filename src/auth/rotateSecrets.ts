import { listSealedOtherwise, reseal } from '../storage/credentials.js';
import type { Unit } from '../storage/orm.js';
import { listWebhooksSealedOtherwise, resealWebhook } from '../storage/webhooks.js';
import { placeOf } from './credentials.js';
import type { Sealed, SecretBox } from './secretBox.js';

/** The number of secrets that are re-encrypted at once. */
const BATCH = 100;

/** Re-encrypts all secrets with the current key, those of credentials and webhooks; returns how many there were. */
export async function rotateSecrets(box: SecretBox, openUnit: () => Unit): Promise<number> {
  const credentials = await rotateAll(box, openUnit, { list: listSealedOtherwise, reseal });
  const webhooks = { list: listWebhooksSealedOtherwise, reseal: resealWebhook };
  return credentials + (await rotateAll(box, openUnit, webhooks));
}

type SealedRow = Sealed & { readonly id: string; readonly workspaceId: string };

/** How the secrets of one table are found and stored. */
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
