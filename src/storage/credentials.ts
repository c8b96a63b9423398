import { LockMode } from '@mikro-orm/core';
import type { Pool } from 'pg';
import { namedIds } from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import type { Bot } from '../schema/bot.js';
import { BotCredentials, Credentials } from '../schema/credentials.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** The credentials of these workspaces, oldest first; without their secrets. */
export async function listCredentials(
  unit: Unit,
  workspaceIds: readonly string[],
): Promise<Credentials[]> {
  const workspaceId = { $in: [...workspaceIds] };
  return unit.find(Credentials, { workspaceId }, { orderBy: { id: 'asc' } });
}

/** These credentials with their sealed secrets. */
export async function findSealedOf(unit: Unit, ids: readonly string[]): Promise<Credentials[]> {
  return unit.find(Credentials, { id: { $in: [...ids] } }, { populate: ['sealed'] });
}

/** Credentials of this workspace, by id, without their secrets. */
export async function findCredentials(
  unit: Unit,
  workspaceId: string,
  id: string,
): Promise<Credentials | null> {
  return unit.findOne(Credentials, { id, workspaceId });
}

/** The precision of the last use of credentials. */
const USE_PRECISION = "interval '5 minutes'";

/** Credentials of a bot's workspace, by id, with their sealed secrets; undefined for a bot that is gone. */
export async function findSealedOfBot(
  pool: Pool,
  botId: string,
  id: string,
): Promise<UsedRow | undefined> {
  const { rows } = await pool.query<UsedRow>({
    name: 'sealed_credentials_of_bot_2',
    text: `select credentials.id, credentials.workspace_id as "workspaceId", credentials.type,
        credentials.key_id as "keyId", credentials.sealed,
        credentials.last_used_at > now() - ${USE_PRECISION} as "isUseNoted"
      from credentials join bot on bot.workspace_id = credentials.workspace_id
      where bot.id = $1 and credentials.id = $2`,
    values: [botId, id],
  });
  return rows[0];
}

/**
 * Stores that a chat uses credentials, at most once in five minutes: the turn neither waits for it nor fails with it, and most turns write
 * nothing.
 */
export function noteCredentialsUse(pool: Pool, { id, isUseNoted }: UsedRow): void {
  if (isUseNoted) return;
  const query = {
    name: 'note_use_of_credentials',
    text: `update credentials set last_used_at = now()
      where id = $1 and (last_used_at > now() - ${USE_PRECISION}) is not true`,
    values: [id],
  };
  void pool.query(query).catch(() => undefined);
}

/** Stores secrets that a service has renewed, unless they were changed since they were read. */
export async function replaceSealed(
  pool: Pool,
  old: Pick<SealedRow, 'id' | 'sealed'>,
  next: Pick<SealedRow, 'keyId' | 'sealed'>,
): Promise<void> {
  await pool.query({
    name: 'replace_sealed_credentials',
    text: 'update credentials set key_id = $3, sealed = $4 where id = $1 and sealed = $2',
    values: [old.id, old.sealed, next.keyId, next.sealed],
  });
}

/** Credentials of a workspace, by id, with their sealed secrets. */
export async function findSealed(
  pool: Pool,
  { workspaceId, credentialsId }: { readonly workspaceId: string; readonly credentialsId: string },
): Promise<SealedRow | undefined> {
  const { rows } = await pool.query<SealedRow>(
    `select id, workspace_id as "workspaceId", type, key_id as "keyId", sealed
      from credentials where workspace_id = $1 and id = $2`,
    [workspaceId, credentialsId],
  );
  return rows[0];
}

type SealedRow = Pick<Credentials, 'id' | 'workspaceId' | 'type' | 'keyId' | 'sealed'>;

interface UsedRow extends SealedRow {
  /** Whether its last use was stored a short time ago; null before the first. */
  readonly isUseNoted: boolean | null;
}

/** An id for new credentials. It is needed before they are stored, because their secrets are sealed with it. */
export function newCredentialsId(): string {
  return newId('crd');
}

/** Stores credentials: changes those with this id in the workspace, or creates them. `savedBy` is the person who does it. */
export async function saveCredentials(
  unit: Unit,
  made: Omit<Credentials, 'createdAt' | 'updatedAt' | 'createdById' | 'lastUsedAt'>,
  savedBy: string,
): Promise<Credentials> {
  const { id, workspaceId } = made;
  const now = new Date();
  const known = await findCredentials(unit, workspaceId, id);
  const saved = known
    ? Object.assign(known, made, { updatedAt: now })
    : unit.create(Credentials, {
        ...made,
        ...{ createdAt: now, updatedAt: now, createdById: savedBy, lastUsedAt: null },
      });
  await unit.flush();
  return saved;
}

/**
 * Changes credentials with their row locked, so that of two writers neither loses what the other wrote. `change` sees them as they are
 * now, with their sealed secrets, and may throw to change nothing. Fails with `CREDENTIALS_NOT_FOUND` when they are gone.
 */
export async function changeCredentials(
  unit: Unit,
  { id, workspaceId }: Pick<Credentials, 'id' | 'workspaceId'>,
  change: (stored: Credentials) => Promise<Pick<Credentials, 'name' | 'keyId' | 'sealed'>>,
): Promise<Credentials> {
  return unit.transactional(async (inner) => {
    const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true } as const;
    const where = { id, workspaceId };
    const stored = await inner.findOne(Credentials, where, { ...lock, populate: ['sealed'] });
    if (!stored) throw new Failure('CREDENTIALS_NOT_FOUND', 'Credentials not found');
    return Object.assign(stored, await change(stored), { updatedAt: new Date() });
  });
}

/** Deletes credentials. Blocks that refer to them fail from then on, and lose the reference when they are next saved. */
export async function deleteCredentials(unit: Unit, { id }: Credentials): Promise<void> {
  await unit.transactional((inner) => inner.nativeDelete(Credentials, { id }));
}

/** The ids of all credentials of a workspace. */
export async function knownCredentials(unit: Unit, workspaceId: string): Promise<Set<string>> {
  const found = await unit.find(Credentials, { workspaceId }, { fields: ['id'] });
  return new Set(found.map(({ id }) => id));
}

/** Stores which credentials of its own workspace a bot uses, as the bot is saved. */
export async function noteCredentials(unit: Unit, bot: Bot): Promise<void> {
  const { id: botId, workspaceId, draft, messengerCredentialsId: messenger } = bot;
  const named = [...namedIds(draft, 'credentials'), ...(messenger === null ? [] : [messenger])];
  const known = await unit.find(BotCredentials, { botId });
  if (named.length === 0 && known.length === 0) return;
  const ours = await unit.find(
    Credentials,
    { id: { $in: named }, workspaceId },
    { fields: ['id'] },
  );
  await unit.nativeDelete(BotCredentials, { botId });
  if (ours.length === 0) return;
  await unit.insertMany(
    BotCredentials,
    ours.map(({ id: credentialsId }) => ({ botId, credentialsId })),
  );
}

/** The bots that use each of these credentials. */
export async function findUses(
  unit: Unit,
  credentials: readonly string[],
): Promise<readonly BotCredentials[]> {
  const filter = { credentialsId: { $in: [...credentials] } };
  return unit.find(BotCredentials, filter, { orderBy: { botId: 'asc' } });
}

/** Some credentials that are sealed with another key than this one, with their secrets. */
export async function listSealedOtherwise(
  unit: Unit,
  keyId: string,
  limit: number,
): Promise<Credentials[]> {
  const others = { keyId: { $ne: keyId } };
  return unit.find(Credentials, others, { populate: ['sealed'], orderBy: { id: 'asc' }, limit });
}

/** Stores secrets that were sealed again, unless they were changed meanwhile. */
export async function reseal(
  unit: Unit,
  old: Pick<Credentials, 'id' | 'sealed'>,
  next: Pick<Credentials, 'keyId' | 'sealed'>,
): Promise<void> {
  await unit.nativeUpdate(Credentials, { id: old.id, sealed: old.sealed }, next);
}

/** The number of secrets, of credentials and webhooks, that are sealed with none of these keys. */
export async function countSealedWithout(pool: Pool, keyIds: readonly string[]): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int as count
      from (select key_id from credentials union all select key_id from webhook) secret
      where key_id <> all($1)`,
    [keyIds],
  );
  return rows[0]?.count ?? 0;
}
