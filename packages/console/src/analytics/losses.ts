import type { Flow } from '@parley/client';
import type { FunnelQuery } from '@parley/client/dashboard';

type BlockStats = NonNullable<FunnelQuery['bot']>['blockStats'];

/** A block at which visitors leave. */
export interface Loss {
  readonly blockId: string;
  readonly groupTitle: string;
  readonly reached: number;
  readonly left: number;
  /** The part of those who reached it, from 0 to 1. */
  readonly share: number;
}

/** The blocks at which visitors leave, those that lose the most first; blocks that the flow no longer has are left out. */
export function lossesOf(flow: Flow, { blocks }: Pick<BlockStats, 'blocks'>): readonly Loss[] {
  const titles = new Map(
    flow.groups.flatMap(({ title, blocks: own }) =>
      own.map(({ id }) => [id, String(title)] as const),
    ),
  );
  return blocks
    .flatMap(({ blockId, reached, left }) => {
      const groupTitle = titles.get(blockId);
      if (groupTitle === undefined || left === 0) return [];
      return [{ blockId, groupTitle, reached, left, share: reached === 0 ? 0 : left / reached }];
    })
    .sort((one, other) => other.left - one.left);
}

/** A day of a chart. */
export interface Day {
  readonly day: string;
  readonly starts: number;
  readonly completions: number;
}

/** All days from the first to the last, those on which nothing happened with zeros. Days are texts such as `2026-05-01`. */
export function filledDays(series: readonly Day[]): readonly Day[] {
  const [first] = series;
  const last = series.at(-1);
  if (!first || !last) return [];
  const known = new Map(series.map((one) => [one.day, one]));
  const days: Day[] = [];
  for (let at = Date.parse(first.day); at <= Date.parse(last.day); at += 86_400_000) {
    const day = new Date(at).toISOString().slice(0, 10);
    days.push(known.get(day) ?? { day, starts: 0, completions: 0 });
  }
  return days;
}
