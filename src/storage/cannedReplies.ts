import { LockMode } from '@mikro-orm/core';
import { commonFailure } from '../errors/commonFailure.js';
import { invalid } from '../errors/errors.js';
import { CannedReply } from '../schema/cannedReply.js';
import { newId } from './newId.js';
import { oneAtATime } from './oneAtATime.js';
import type { Unit } from './orm.js';

/** The most canned replies of a workspace. */
const MOST = 500;

/** The canned replies of these workspaces, by their shortcuts. */
export async function listCannedReplies(
  unit: Unit,
  workspaceIds: readonly string[],
): Promise<CannedReply[]> {
  const workspaceId = { $in: [...workspaceIds] };
  return unit.find(CannedReply, { workspaceId }, { orderBy: { shortcut: 'asc' } });
}

/** A canned reply of this workspace. */
export async function findCannedReply(
  unit: Unit,
  workspaceId: string,
  id: string,
): Promise<CannedReply | null> {
  return unit.findOne(CannedReply, { id, workspaceId });
}

/** What is sent of a canned reply; absent members stay as they are, and one without an id is new. */
interface SentReply {
  readonly workspaceId: string;
  readonly id?: string | undefined;
  readonly shortcut?: string | null | undefined;
  readonly text?: string | null | undefined;
}

/**
 * Stores a canned reply, new or changed. Fails with `VALIDATION` when a new one lacks a member, another of the workspace has its shortcut, or
 * the workspace has too many, and with `CANNED_REPLY_NOT_FOUND` when there is none to change.
 */
export async function saveCannedReply(
  unit: Unit,
  { workspaceId, id, ...sent }: SentReply,
): Promise<CannedReply> {
  return oneAtATime(unit, `canned replies ${workspaceId}`, async (inner) => {
    const before = id === undefined ? undefined : await stored(inner, { id, workspaceId });
    const shortcut = sent.shortcut ?? before?.shortcut ?? missing('shortcut');
    const text = sent.text ?? before?.text ?? missing('text');
    const updatedAt = new Date();
    const made = before ?? { id: newId('cnr'), createdAt: updatedAt };
    await assertRoom(inner, { workspaceId, id: made.id, shortcut });
    const saved = { workspaceId, shortcut, text, updatedAt };
    return inner.upsert(CannedReply, { ...saved, id: made.id, createdAt: made.createdAt });
  });
}

/** A canned reply that is to be changed, as it is now; nobody else changes or deletes it until the transaction ends. */
async function stored(
  unit: Unit,
  which: Pick<CannedReply, 'id' | 'workspaceId'>,
): Promise<CannedReply> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
  const found = await unit.findOne(CannedReply, which, lock);
  if (!found) throw commonFailure('CANNED_REPLY_NOT_FOUND');
  return found;
}

/** Refuses a shortcut that another canned reply has, and one reply too many. */
async function assertRoom(
  unit: Unit,
  { workspaceId, id, shortcut }: Pick<CannedReply, 'workspaceId' | 'id' | 'shortcut'>,
): Promise<void> {
  const others = { workspaceId, id: { $ne: id } };
  if ((await unit.count(CannedReply, { ...others, shortcut })) > 0) {
    throw invalid([{ path: ['shortcut'], message: 'Another canned reply has this shortcut' }]);
  }
  if ((await unit.count(CannedReply, others)) >= MOST) {
    throw invalid([{ path: ['workspaceId'], message: `At most ${MOST} canned replies` }]);
  }
}

function missing(member: string): never {
  throw invalid([{ path: [member], message: 'A new canned reply needs it' }]);
}

/** Deletes a canned reply. */
export async function deleteCannedReply(unit: Unit, { id }: CannedReply): Promise<void> {
  await unit.transactional((inner) => inner.nativeDelete(CannedReply, { id }));
}
