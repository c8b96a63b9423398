import {
  type EntityClass,
  type FilterQuery,
  LockMode,
  type OrderDefinition,
} from '@mikro-orm/core';
import DataLoader from 'dataloader';
import { ChatsView } from '../schema/chatsView.js';
import { ResultsView } from '../schema/resultsView.js';
import { oneAtATime } from './oneAtATime.js';
import type { Unit } from './orm.js';

/** The most views that a person can have of a bot or an inbox, and the most that can be shared of each. */
export const MOST_VIEWS = 50;

/** What a view has, whatever it is of; `Of` is the member with the id of that. */
type SavedView<Of extends string> = Readonly<Record<Of | 'id' | 'userId', string>> & {
  readonly isShared: boolean;
};

/** The views of one kind. Permissions are not checked. */
function viewsOf<Of extends 'botId' | 'workspaceId', View extends SavedView<Of>>(
  record: EntityClass<View>,
  of: Of,
  lockName: string,
) {
  return {
    find: async (unit: Unit, id: string): Promise<View | null> =>
      unit.findOne(record, where({ id })),
    /**
     * Stores a view, new or changed; undefined when its person has too many, or too many are shared. `change` makes what to store of the view
     * as it is now, if `userId`, who saves it, still sees it: of two writers neither loses what the other wrote.
     */
    async save(
      unit: Unit,
      { view, userId }: { readonly view: View; readonly userId: string },
      change: (stored: View | null) => View,
    ): Promise<View | undefined> {
      const { id } = view;
      return oneAtATime(unit, `${lockName} ${view[of]}`, async (inner) => {
        const row = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
        const saved = change(await inner.findOne(record, where({ id, ...seenBy(userId) }), row));
        const others = { [of]: view[of], id: { $ne: id } };
        const own = await inner.count(record, where<View>({ ...others, userId: view.userId }));
        const shared = saved.isShared
          ? await inner.count(record, where<View>({ ...others, isShared: true }))
          : 0;
        if (Math.max(own, shared) >= MOST_VIEWS) return undefined;
        await inner.upsert(record, saved);
        return saved;
      });
    },
    /** Deletes a view for a person; false if they do not see it any more. */
    delete: async (
      unit: Unit,
      { id, userId }: { readonly id: string; readonly userId: string },
    ): Promise<boolean> => (await unit.nativeDelete(record, where({ id, ...seenBy(userId) }))) > 0,
  };
}

/** A loader of the views that a person sees, oldest first. */
function listLoaderOf<Of extends 'botId' | 'workspaceId', View extends SavedView<Of>>(
  record: EntityClass<View>,
  of: Of,
  openUnit: () => Unit,
): DataLoader<Readonly<Record<Of | 'userId', string>>, View[], string> {
  return new DataLoader(
    async (keys) => {
      const among = { [of]: { $in: keys.map((key) => key[of]) } };
      const seen = where<View>({ ...among, ...seenBy(...keys.map(({ userId }) => userId)) });
      const orderBy = { id: 'asc' } as OrderDefinition<View>; // All views have ids.
      const views = await openUnit().find(record, seen, { orderBy });
      return keys.map((key) =>
        views.filter((view) => view[of] === key[of] && isSeenBy(key.userId, view)),
      );
    },
    { cacheKeyFn: (key) => `${key.userId} ${key[of]}` },
  );
}

/** A condition of records of any kind. */
export function where<T>(members: object): FilterQuery<T> {
  return members;
}

/** What selects the views that any of these persons sees: their own, and shared ones. */
function seenBy(...userIds: readonly string[]) {
  return { $or: [{ userId: { $in: [...new Set(userIds)] } }, { isShared: true }] };
}

/** Whether a person sees a view. */
export function isSeenBy(
  userId: string,
  view: Pick<SavedView<never>, 'userId' | 'isShared'>,
): boolean {
  return view.isShared || view.userId === userId;
}

/** Views of the results of bots. */
export const resultsViews = viewsOf(ResultsView, 'botId', 'results views');

/** Views of the inboxes of workspaces. */
export const chatsViews = viewsOf(ChatsView, 'workspaceId', 'chats views');

/** Loads the views of bots and of workspaces that a person sees. */
export function openViewLoaders(openUnit: () => Unit) {
  return {
    resultsViews: listLoaderOf(ResultsView, 'botId', openUnit),
    chatsViews: listLoaderOf(ChatsView, 'workspaceId', openUnit),
  };
}
