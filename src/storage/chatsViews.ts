import { LockMode } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import { ChatsView } from '../schema/chatsView.js';
import { newId } from './newId.js';
import { oneAtATime } from './oneAtATime.js';
import type { Unit } from './orm.js';
import { isSeenBy, MOST_VIEWS, seenBy } from './resultsViews.js';

/** An id for a new view. */
export function newChatsViewId(): string {
  return newId('chv');
}

/**
 * Stores a view, new or changed; undefined when its person has too many of the workspace, or too many of the workspace are shared. `change`
 * makes what to store of the view as it is now, if `userId`, who saves it, still sees it: of two writers neither loses what the other wrote.
 */
export async function saveChatsView(
  unit: Unit,
  { view, userId }: { readonly view: ChatsView; readonly userId: string },
  change: (stored: ChatsView | null) => ChatsView,
): Promise<ChatsView | undefined> {
  const { id, workspaceId } = view;
  return oneAtATime(unit, `chats views ${workspaceId}`, async (inner) => {
    const row = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
    const saved = change(await inner.findOne(ChatsView, { id, ...seenBy(userId) }, row));
    const others = { workspaceId, id: { $ne: id } };
    const own = await inner.count(ChatsView, { ...others, userId: view.userId });
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

/** Deletes a view for a person; false if they do not see it any more. */
export async function deleteChatsView(
  unit: Unit,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<boolean> {
  return (await unit.nativeDelete(ChatsView, { id, ...seenBy(userId) })) > 0;
}

/** Loads views in batches. */
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
        const where = { id, ...seenBy(...keys.map((one) => one.userId)) };
        const found = await openUnit().find(ChatsView, where);
        return keys.map(({ userId, id: of }) =>
          found.find((view) => view.id === of && isSeenBy(userId, view)),
        );
      },
      { cacheKeyFn: ({ userId, id }) => `${userId} ${id}` },
    ),
    chatsViews: new DataLoader<{ userId: string; workspaceId: string }, ChatsView[], string>(
      async (keys) => {
        const workspaceId = { $in: keys.map((one) => one.workspaceId) };
        const where = { workspaceId, ...seenBy(...keys.map((one) => one.userId)) };
        const found = await openUnit().find(ChatsView, where, { orderBy: { id: 'asc' } });
        return keys.map(({ userId, workspaceId: of }) =>
          found.filter((view) => view.workspaceId === of && isSeenBy(userId, view)),
        );
      },
      { cacheKeyFn: ({ userId, workspaceId }) => `${userId} ${workspaceId}` },
    ),
  };
}
