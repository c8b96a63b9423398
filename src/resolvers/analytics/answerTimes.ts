import { longestOf } from '../../chat/records.js';
import type { AnswerTimes } from '../../schema/botStats.js';
import type { PartCount } from '../../storage/counts.js';

/** The times of answers in the shape of the API, from counts whose ids are `<range>:<block>` (`chat/records.ts`). */
export function answerTimesOf(rows: readonly PartCount[]): AnswerTimes[] {
  const blocks = new Map<string, Map<number, number>>();
  for (const { partId, total } of rows) {
    const end = partId.indexOf(':');
    const blockId = partId.slice(end + 1);
    const ranges = blocks.get(blockId) ?? new Map<number, number>();
    blocks.set(blockId, ranges.set(Number(partId.slice(0, end)), total));
  }
  return [...blocks].map(([blockId, ranges]) => {
    const sorted = [...ranges].sort(([left], [right]) => left - right);
    const counts = sorted.map(([range, total]) => ({ upTo: longestOf(range), total }));
    return { blockId, median: timeOf(sorted, 0.5), p90: timeOf(sorted, 0.9), counts };
  });
}

/** The time that a share of the answers did not take longer than. Within a range, times are taken to be spread evenly. */
function timeOf(
  sorted: readonly (readonly [range: number, total: number])[],
  share: number,
): number | null {
  const wanted = sorted.reduce((sum, [, total]) => sum + total, 0) * share;
  let before = 0;
  for (const [range, total] of sorted) {
    if (before + total >= wanted) {
      const longest = longestOf(range);
      const shortest = range === 0 ? 0 : (longestOf(range - 1) ?? 0);
      return longest && shortest + ((longest - shortest) * (wanted - before)) / total;
    }
    before += total;
  }
  return null;
}
