import { credentialsIds } from '../engine/index.js';
import { Bot } from '../schema/bot.js';
import { BotCredentials, Credentials } from '../schema/credentials.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** The credentials of a workspace, of one service if named, oldest first; without their secrets. */
export async function listCredentials(
  unit: Unit,
  workspaceId: string,
  type?: string,
): Promise<Credentials[]> {
  const asked = { workspaceId, ...(type !== undefined && { type }) };
  return unit.find(Credentials, asked, { orderBy: { id: 'asc' } });
}

/** Credentials of this workspace, by id, without their secrets. */
export async function findCredentials(
  unit: Unit,
  workspaceId: string,
  id: string,
): Promise<Credentials | null> {
  return unit.findOne(Credentials, { id, workspaceId });
}

/** The same with their secrets, sealed. */
export async function findSealed(
  unit: Unit,
  workspaceId: string,
  id: string,
): Promise<Credentials | null> {
  return unit.findOne(Credentials, { id, workspaceId }, { populate: ['sealed'] });
}

/** The workspace a bot is of, whose credentials it uses; none for a bot that is gone. */
export async function findWorkspaceId(unit: Unit, botId: string): Promise<string | undefined> {
  const bot = await unit.findOne(Bot, { id: botId }, { fields: ['workspaceId'] });
  return bot?.workspaceId;
}

/** An id for new credentials: their secrets are sealed with it. */
export function newCredentialsId(): string {
  return newId('crd');
}

/** Keeps credentials: changes those with this id in the workspace, or makes them. */
export async function saveCredentials(
  unit: Unit,
  made: Omit<Credentials, 'createdAt' | 'updatedAt'>,
): Promise<Credentials> {
  const { id, workspaceId } = made;
  const now = new Date();
  const known = await findCredentials(unit, workspaceId, id);
  const saved = known
    ? Object.assign(known, made, { updatedAt: now })
    : unit.create(Credentials, { ...made, createdAt: now, updatedAt: now });
  await unit.flush();
  return saved;
}

/** Deletes credentials; blocks that name them fail from then on, and lose the name when they are next saved. */
export async function deleteCredentials(unit: Unit, { id }: Credentials): Promise<void> {
  await unit.nativeDelete(Credentials, { id });
}

/** The ids of all credentials of a workspace. */
export async function knownCredentials(unit: Unit, workspaceId: string): Promise<Set<string>> {
  const found = await unit.find(Credentials, { workspaceId }, { fields: ['id'] });
  return new Set(found.map(({ id }) => id));
}

/** Notes which credentials a bot uses, as it is being saved; only those of its own workspace count. */
export async function noteCredentials(unit: Unit, bot: Bot): Promise<void> {
  const { id: botId, workspaceId, draft, messengerCredentialsId: messenger } = bot;
  const named = [...credentialsIds(draft), ...(messenger === null ? [] : [messenger])];
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

/** Which bots use each of these credentials. */
export async function findUses(
  unit: Unit,
  credentials: readonly string[],
): Promise<readonly BotCredentials[]> {
  const asked = { credentialsId: { $in: [...credentials] } };
  return unit.find(BotCredentials, asked, { orderBy: { botId: 'asc' } });
}

/** Some credentials sealed with another key than this one, with their secrets. */
export async function listSealedOtherwise(
  unit: Unit,
  keyId: string,
  limit: number,
): Promise<Credentials[]> {
  const others = { keyId: { $ne: keyId } };
  return unit.find(Credentials, others, { populate: ['sealed'], orderBy: { id: 'asc' }, limit });
}

/** Keeps secrets sealed anew, unless somebody changed them meanwhile. */
export async function reseal(
  unit: Unit,
  old: Pick<Credentials, 'id' | 'sealed'>,
  next: Pick<Credentials, 'keyId' | 'sealed'>,
): Promise<void> {
  await unit.nativeUpdate(Credentials, { id: old.id, sealed: old.sealed }, next);
}
