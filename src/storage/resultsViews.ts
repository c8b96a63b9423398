import { LockMode } from '@mikro-orm/core';
import DataLoader from 'dataloader';
import { ResultsView } from '../schema/resultsView.js';
import { newId } from './newId.js';
import { oneAtATime } from './oneAtATime.js';
import type { Unit } from './orm.js';

/** The most views that a person can have of a bot, and the most that can be shared of a bot. */
export const MOST_VIEWS = 50;

/** An id for a new view. */
export function newViewId(): string {
  return newId('rsv');
}

/** The view with this id, or null; permissions are not checked. */
export async function findResultsView(unit: Unit, id: string): Promise<ResultsView | null> {
  return unit.findOne(ResultsView, { id });
}

/**
 * Stores a view, new or changed; undefined when its person has too many of the bot, or too many of the bot are shared. `change` makes what to
 * store of the view as it is now, if `userId`, who saves it, still sees it: of two writers neither loses what the other wrote.
 */
export async function saveResultsView(
  unit: Unit,
  { view, userId }: { readonly view: ResultsView; readonly userId: string },
  change: (stored: ResultsView | null) => ResultsView,
): Promise<ResultsView | undefined> {
  const { id, botId } = view;
  return oneAtATime(unit, `results views ${botId}`, async (inner) => {
    const row = { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true };
    const saved = change(await inner.findOne(ResultsView, { id, ...seenBy(userId) }, row));
    const others = { botId, id: { $ne: id } };
    const own = await inner.count(ResultsView, { ...others, userId: view.userId });
    const shared = saved.isShared
      ? await inner.count(ResultsView, { ...others, isShared: true })
      : 0;
    if (Math.max(own, shared) >= MOST_VIEWS) return undefined;
    await inner.upsert(ResultsView, saved);
    return saved;
  });
}

/** Deletes a view for a person; false if they do not see it any more. */
export async function deleteResultsView(
  unit: Unit,
  { id, userId }: { readonly id: string; readonly userId: string },
): Promise<boolean> {
  return (await unit.nativeDelete(ResultsView, { id, ...seenBy(userId) })) > 0;
}

/** Loads views in batches. */
export interface ResultsViewLoaders {
  /** By id; permissions are not checked. */
  readonly resultsView: DataLoader<string, ResultsView | undefined>;
  /** By bot: the views that a person sees, oldest first. */
  readonly resultsViews: DataLoader<{ userId: string; botId: string }, ResultsView[], string>;
}

/** Opens the loaders of one operation. */
export function openResultsViewLoaders(openUnit: () => Unit): ResultsViewLoaders {
  return {
    resultsView: new DataLoader(async (ids) => {
      const found = await openUnit().find(ResultsView, { id: { $in: [...ids] } });
      return ids.map((id) => found.find((view) => view.id === id));
    }),
    resultsViews: new DataLoader<{ userId: string; botId: string }, ResultsView[], string>(
      async (keys) => {
        const botId = { $in: keys.map((one) => one.botId) };
        const where = { botId, ...seenBy(...keys.map((one) => one.userId)) };
        const views = await openUnit().find(ResultsView, where, { orderBy: { id: 'asc' } });
        return keys.map(({ userId, botId: of }) =>
          views.filter((view) => view.botId === of && isSeenBy(userId, view)),
        );
      },
      { cacheKeyFn: ({ userId, botId }) => `${userId} ${botId}` },
    ),
  };
}

/** What selects the views that any of these persons sees: their own, and shared ones. */
export function seenBy(...userIds: readonly string[]) {
  return { $or: [{ userId: { $in: [...new Set(userIds)] } }, { isShared: true }] };
}

/** Whether a person sees a view. */
export function isSeenBy(userId: string, view: Pick<ResultsView, 'userId' | 'isShared'>): boolean {
  return view.isShared || view.userId === userId;
}
