import DataLoader from 'dataloader';
import { ResultsView } from '../schema/resultsView.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** How many views a person can have of a bot, and how many of a bot can be shared. */
export const MOST_VIEWS = 50;

/** An id for a new view. */
export function newViewId(): string {
  return newId('rsv');
}

/** The view with this id, or nothing; without a check of permissions. */
export async function findResultsView(unit: Unit, id: string): Promise<ResultsView | null> {
  return unit.findOne(ResultsView, { id });
}

/** Saves a view, new or changed; false when its person has too many of the bot, or too many of the bot are shared. */
export async function saveResultsView(unit: Unit, view: ResultsView): Promise<boolean> {
  const { id, botId, userId, isShared } = view;
  return unit.transactional(async (inner) => {
    // Those who save at once come one after the other, and each counts all before it.
    const lock = 'select pg_advisory_xact_lock(hashtextextended(?, 0))';
    await inner.execute(lock, [`results views ${botId}`]);
    const others = { botId, id: { $ne: id } };
    const own = await inner.count(ResultsView, { ...others, userId });
    const shared = isShared ? await inner.count(ResultsView, { ...others, isShared }) : 0;
    if (Math.max(own, shared) >= MOST_VIEWS) return false;
    await inner.upsert(ResultsView, view);
    return true;
  });
}

/** Deletes a view. */
export async function deleteResultsView(unit: Unit, { id }: ResultsView): Promise<void> {
  await unit.nativeDelete(ResultsView, { id });
}

/** Loads views in batches. */
export interface ResultsViewLoaders {
  /** By its id, without a check of permissions. */
  readonly resultsView: DataLoader<string, ResultsView | undefined>;
  /** By bot: the views that a person sees, oldest first; all loads of one operation are for the same person. */
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
      async (asked) => {
        const seen = { $or: [{ userId: asked[0]?.userId ?? '' }, { isShared: true }] };
        const botId = { $in: asked.map((one) => one.botId) };
        const views = await openUnit().find(
          ResultsView,
          { botId, ...seen },
          { orderBy: { id: 'asc' } },
        );
        return asked.map((one) => views.filter((view) => view.botId === one.botId));
      },
      { cacheKeyFn: ({ botId }) => botId },
    ),
  };
}
