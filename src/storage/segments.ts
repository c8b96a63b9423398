import DataLoader from 'dataloader';
import { invalid } from '../errors/errors.js';
import { BotSegment } from '../schema/botSegment.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';
import { oneAtATime } from './oneAtATime.js';
import { LOCK_SEGMENTS, lockOf } from './segmentCounts.js';

/** Something by which results are counted apart. */
export type SegmentBy = Pick<BotSegment, 'source' | 'variableId' | 'name'>;

/** Later than any result began: results before it are all that there are. */
const LAST = new Date('9999-12-31');

/**
 * Counts the results of a bot by these alone. Segments that it has already keep their counts; results that there are already are counted by
 * the others from the newest to the oldest (`foldSegments.ts`). Fails with `VALIDATION` in a cluster, whose log does not say which rows are new.
 */
export async function setSegments(
  unit: Unit,
  botId: string,
  wanted: readonly SegmentBy[],
): Promise<void> {
  const [{ is = false } = {}] = await unit.execute<{ is?: boolean }[]>('select is_sharded() as is');
  if (is) throw invalid([{ path: ['segments'], message: 'There are no segments in a cluster' }]);
  await oneAtATime(unit, lockOf(botId), async (inner) => {
    await inner.execute(LOCK_SEGMENTS);
    // Nobody counted while there was no segment. What was written before is visible to who counts the results of this one.
    await inner.execute(
      'update segment_log set before = pg_snapshot_xmin(pg_current_snapshot()) where not exists (select from bot_segment)',
    );
    const known = await inner.find(BotSegment, { botId, isRemoved: false });
    for (const segment of known) segment.isRemoved = !wanted.some((one) => isSame(one, segment));
    for (const one of wanted) {
      if (known.some((segment) => isSame(one, segment))) continue;
      const place = { named: [], countedSince: LAST, countedId: '', isRemoved: false };
      const made = { id: newId('seg'), botId, createdAt: new Date() };
      inner.persist(inner.create(BotSegment, { ...one, ...made, ...place }));
    }
  });
}

function isSame(one: SegmentBy, other: SegmentBy): boolean {
  return one.source === other.source && one.variableId === other.variableId;
}

/** Loads the segments of bots by their ids, in the order in which they were set. */
export function openSegmentLoaders(openUnit: () => Unit) {
  return {
    segments: new DataLoader(async (botIds: readonly string[]) => {
      const where = { botId: { $in: [...botIds] }, isRemoved: false };
      const found = await openUnit().find(BotSegment, where, { orderBy: { id: 'asc' } });
      return botIds.map((botId) => found.filter((segment) => segment.botId === botId));
    }),
  };
}
