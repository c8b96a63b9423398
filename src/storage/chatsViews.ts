import { LockMode } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import { ChatsView } from '../schema/chatsView.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';
import { MOST_VIEWS } from './resultsViews.js';

/** An id for a new view. */
export function newChatsViewId(): string {
  return newId('chv');
}

/**
 * Stores a view, new or changed; undefined when its person has too many of the workspace, or too many of the workspace are shared. `change`
 * makes what to store of the view as it is now: of two writers neither loses what the other wrote.
 */
export async function saveChatsView(
  unit: Unit,
  view: ChatsView,
  change: (stored: ChatsView | null) => ChatsView,
): Promise<ChatsView | undefined> {
  const { id, workspaceId, userId } = view;
  return unit.transactional(async (inner) => {
    // Concurrent saves run one after the other, so that each sees all before it.
    const lock = 'select pg_advisory_xact_lock(hashtextextended(?, 0))';
    await inner.execute(lock, [`chats views ${workspaceId}`]);
    const row = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
    const saved = change(await inner.findOne(ChatsView, { id }, row));
    const others = { workspaceId, id: { $ne: id } };
    const own = await inner.count(ChatsView, { ...others, userId });
    const shared = saved.isShared ? await inner.count(ChatsView, { ...others, isShared: true }) : 0;
    if (Math.max(own, shared) >= MOST_VIEWS) return undefined;
    await inner.upsert(ChatsView, saved);
    return saved;
  });
}

/** The view with this id, if it is of this workspace and its person's own or shared; permissions are not checked. */
export async function findChatsView(
  unit: Unit,
  { id, workspaceId, userId }: Pick<ChatsView, 'id' | 'workspaceId' | 'userId'>,
): Promise<ChatsView | null> {
  return unit.findOne(ChatsView, { id, workspaceId, ...seenBy(userId) });
}

/** Deletes a view. */
export async function deleteChatsView(unit: Unit, { id }: ChatsView): Promise<void> {
  await unit.nativeDelete(ChatsView, { id });
}

/** Loads views in batches; all loads of one operation are for the same person. */
export interface ChatsViewLoaders {
  /** By id: those that the person sees; permissions are not checked. */
  readonly chatsView: DataLoader<{ userId: string; id: string }, ChatsView | undefined, string>;
  /** By workspace: the views that the person sees, oldest first. */
  readonly chatsViews: DataLoader<{ userId: string; workspaceId: string }, ChatsView[], string>;
}

/** Opens the loaders of one operation. */
export function openChatsViewLoaders(openUnit: () => Unit): ChatsViewLoaders {
  return {
    chatsView: new DataLoader<{ userId: string; id: string }, ChatsView | undefined, string>(
      async (keys) => {
        const id = { $in: keys.map((one) => one.id) };
        const found = await openUnit().find(ChatsView, { id, ...seenBy(keys[0]?.userId) });
        return keys.map((one) => found.find((view) => view.id === one.id));
      },
      { cacheKeyFn: ({ id }) => id },
    ),
    chatsViews: new DataLoader<{ userId: string; workspaceId: string }, ChatsView[], string>(
      async (keys) => {
        const workspaceId = { $in: keys.map((one) => one.workspaceId) };
        const where = { workspaceId, ...seenBy(keys[0]?.userId) };
        const found = await openUnit().find(ChatsView, where, { orderBy: { id: 'asc' } });
        return keys.map((one) => found.filter((view) => view.workspaceId === one.workspaceId));
      },
      { cacheKeyFn: ({ workspaceId }) => workspaceId },
    ),
  };
}

/** What selects the views that a person sees: their own, and shared ones. */
function seenBy(userId = '') {
  return { $or: [{ userId }, { isShared: true }] };
}
