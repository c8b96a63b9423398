import type { Pool } from 'pg';
import type { Credentials } from '../schema/credentials.js';
import {
  findSealed,
  findSealedOfBot,
  noteCredentialsUse,
  replaceSealed,
} from '../storage/credentials.js';
import type { Sealed, SecretBox } from './secretBox.js';

/** Decrypted secrets, for calls to the service, and never for a reply, a log or an event. */
export interface OpenCredentials {
  readonly type: string;
  readonly data: unknown;
  /** Replaces the stored data, unless somebody else has changed it since it was opened. */
  save(data: unknown): Promise<void>;
}

/** Encrypts the secrets of a service, bound to their credentials and workspace. */
export async function sealCredentials(
  box: SecretBox,
  of: Pick<Credentials, 'id' | 'workspaceId'>,
  data: unknown,
): Promise<Sealed> {
  return box.seal(JSON.stringify(data), placeOf(of));
}

/** The credentials a chat needs, and what the chat may use. */
interface Wanted {
  readonly botId: string;
  readonly credentialsId: string;
  /** Set for a restricted preview, which gets no credentials. */
  readonly reach: 'bots' | 'nothing' | 'example' | undefined;
}

/**
 * Returns a function that decrypts credentials of a bot's workspace; undefined if there are none or the chat may not use them. `isUse`:
 * the secrets go to their service, which counts as the last use.
 */
export function openBotsCredentials(box: SecretBox, pool: Pool, isUse: boolean) {
  return async ({ botId, credentialsId, reach }: Wanted): Promise<OpenCredentials | undefined> => {
    if (reach !== undefined) return undefined;
    const row = await findSealedOfBot(pool, botId, credentialsId);
    if (!row) return undefined;
    if (isUse) noteCredentialsUse(pool, row);
    const save = async (data: unknown): Promise<void> =>
      replaceSealed(pool, row, await sealCredentials(box, row, data));
    return { ...(await unseal(box, row)), save };
  };
}

/** In characters. Shorter texts are not masked, because they would match other words. */
const MIN_SECRET = 6;

/** Returns a function that finds the texts in credentials of a bot's workspace. */
export function openSecretTexts(box: SecretBox, pool: Pool) {
  const open = openBotsCredentials(box, pool, false);
  return async (botId: string | undefined, ids: readonly string[]): Promise<string[]> => {
    const texts: string[] = [];
    for (const credentialsId of botId === undefined ? [] : ids) {
      const found = await open({ botId: String(botId), credentialsId, reach: undefined });
      JSON.stringify(found?.data, (_name, value: unknown) => {
        if (typeof value === 'string' && value.length >= MIN_SECRET) texts.push(value);
        return value;
      });
    }
    return texts;
  };
}

/**
 * Returns a function that decrypts credentials of a workspace, to check requests of their service; undefined if there are none with this
 * id.
 */
export function openWorkspacesCredentials(box: SecretBox, pool: Pool) {
  return async (wanted: {
    readonly workspaceId: string;
    readonly credentialsId: string;
  }): Promise<Omit<OpenCredentials, 'save'> | undefined> => {
    const sealedRow = await findSealed(pool, wanted);
    return sealedRow && unseal(box, sealedRow);
  };
}

/** Decrypts the data of credentials. */
export async function openSealed(
  box: SecretBox,
  found: Sealed & Pick<Credentials, 'id' | 'workspaceId'>,
): Promise<unknown> {
  return JSON.parse(await box.open(found, placeOf(found)));
}

async function unseal(
  box: SecretBox,
  found: Sealed & Pick<Credentials, 'id' | 'workspaceId' | 'type'>,
): Promise<Omit<OpenCredentials, 'save'>> {
  return { type: found.type, data: await openSealed(box, found) };
}

/** The text to which secrets are bound: their owner and its workspace. */
export function placeOf({ id, workspaceId }: { id: string; workspaceId: string }): string {
  return `${workspaceId} ${id}`;
}
