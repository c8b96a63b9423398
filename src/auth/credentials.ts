import type { Pool } from 'pg';
import type { Credentials } from '../schema/credentials.js';
import {
  findSealed,
  findSealedOfBot,
  listSealedOtherwise,
  reseal,
} from '../storage/credentials.js';
import type { Unit } from '../storage/orm.js';
import type { Sealed, SecretBox } from './secretBox.js';

/** Secrets as they were saved, for whoever calls the service; never for a reply, a log or an event. */
export interface OpenCredentials {
  readonly type: string;
  readonly data: unknown;
}

/** Seals the secrets of a service, bound to the credentials and the workspace they are of. */
export async function sealCredentials(
  box: SecretBox,
  of: Pick<Credentials, 'id' | 'workspaceId'>,
  data: unknown,
): Promise<Sealed> {
  return box.seal(JSON.stringify(data), placeOf(of));
}

/** Whose credentials are wanted, and by a chat with which reach. */
export interface Wanted {
  readonly workspaceId: string;
  readonly credentialsId: string;
  /** A preview that runs restricted gets none, whatever it names (authoring §8, trap 24). */
  readonly reach: 'bots' | 'nothing' | undefined;
}

/** How performers come by secrets; nothing where the workspace has no such credentials, or the chat may not. */
export function openCredentials(box: SecretBox) {
  return async (unit: Unit, wanted: Wanted): Promise<OpenCredentials | undefined> => {
    const { workspaceId, credentialsId, reach } = wanted;
    if (reach !== undefined) return undefined;
    const found = await findSealed(unit, workspaceId, credentialsId);
    return found ? unseal(box, found) : undefined;
  };
}

/** The same for a chat, which knows its bot: the credentials of that bot's workspace. */
export function openBotsCredentials(box: SecretBox, pool: Pool) {
  return async ({ botId, ...wanted }: Omit<Wanted, 'workspaceId'> & { readonly botId: string }) => {
    if (wanted.reach !== undefined) return undefined;
    const found = await findSealedOfBot(pool, botId, wanted.credentialsId);
    return found && unseal(box, found);
  };
}

async function unseal(
  box: SecretBox,
  found: Sealed & Pick<Credentials, 'id' | 'workspaceId' | 'type'>,
): Promise<OpenCredentials> {
  return { type: found.type, data: JSON.parse(await box.open(found, placeOf(found))) };
}

/** How many credentials are sealed anew at once. */
const BATCH = 100;

/** Seals all secrets with the key that is in use now; says how many there were. */
export async function rotateCredentials(box: SecretBox, openUnit: () => Unit): Promise<number> {
  const keyId = await box.currentKeyId();
  let count = 0;
  for (;;) {
    const unit = openUnit();
    const batch = await listSealedOtherwise(unit, keyId, BATCH);
    if (batch.length === 0) return count;
    for (const credentials of batch) {
      const place = placeOf(credentials);
      const secret = await box.open(credentials, place);
      await reseal(unit, credentials, await box.seal(secret, place));
    }
    count += batch.length;
  }
}

function placeOf({ id, workspaceId }: Pick<Credentials, 'id' | 'workspaceId'>): string {
  return `${workspaceId} ${id}`;
}
