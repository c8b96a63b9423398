import { LockMode } from '@mikro-orm/core';
import { commonFailure } from '../errors/commonFailure.js';
import { invalid } from '../errors/errors.js';
import { CannedReply } from '../schema/cannedReply.js';
import { newId } from './newId.js';
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

/**
 * Stores a canned reply, new or changed. Fails with `VALIDATION` when another of the workspace has its shortcut, or when the workspace has
 * too many, and with `CANNED_REPLY_NOT_FOUND` when the one to change was deleted meanwhile.
 */
export async function saveCannedReply(
  unit: Unit,
  saved: Pick<CannedReply, 'workspaceId' | 'shortcut' | 'text'>,
  before: CannedReply | undefined,
): Promise<CannedReply> {
  const { workspaceId, shortcut } = saved;
  const now = new Date();
  const made = before ?? { id: newId('cnr'), createdAt: now };
  return unit.transactional(async (inner) => {
    // Concurrent saves run one after the other, so that each sees all before it.
    const lock = 'select pg_advisory_xact_lock(hashtextextended(?, 0))';
    await inner.execute(lock, [`canned replies ${workspaceId}`]);
    if (before) await assertStored(inner, before);
    const others = { workspaceId, id: { $ne: made.id } };
    if ((await inner.count(CannedReply, { ...others, shortcut })) > 0) {
      throw invalid([{ path: ['shortcut'], message: 'Another canned reply has this shortcut' }]);
    }
    if ((await inner.count(CannedReply, others)) >= MOST) {
      throw invalid([{ path: ['workspaceId'], message: `At most ${MOST} canned replies` }]);
    }
    const { id, createdAt } = made;
    return inner.upsert(CannedReply, { ...saved, id, createdAt, updatedAt: now });
  });
}

/** Refuses a change of a canned reply that is gone, and keeps it from being deleted until the transaction ends. */
async function assertStored(unit: Unit, { id, workspaceId }: CannedReply): Promise<void> {
  const lock = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
  const stored = await unit.findOne(CannedReply, { id, workspaceId }, lock);
  if (!stored) throw commonFailure('CANNED_REPLY_NOT_FOUND');
}

/** Deletes a canned reply. */
export async function deleteCannedReply(unit: Unit, { id }: CannedReply): Promise<void> {
  await unit.transactional((inner) => inner.nativeDelete(CannedReply, { id }));
}
