import { Arg, Args, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { longestOf } from '../../chat/records.js';
import {
  AnswerTimes,
  BlockStats,
  BlockStatsPoint,
  OffPathCount,
  type BlockCount,
} from '../../schema/botStats.js';
import type { PartCount, CountQuery } from '../../storage/counts.js';
import type { Context } from '../../context/context.js';
import type { FlowDefinition } from '../../engine/index.js';
import { Bot } from '../../schema/bot.js';
import type { DayPartCount } from '../../storage/countsByDay.js';
import { invalid } from '../../errors/errors.js';
import { liveDefinitionOf } from '../bots/botPublished.js';
import { StatsArgs, countQueryOf } from './botStats.js';
import { Costs, DOCUMENT, Holds, STATEMENT } from '../../schema/queryCost.js';

/** The times of answers in the shape of the API, from counts whose ids are `<range>:<block>` (`chat/records.ts`). */
function answerTimesOf(rows: readonly PartCount[]): AnswerTimes[] {
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

/** The counts that are read from the database alone. */
export type CountsShown = Pick<BlockStats, 'blocks' | 'answers' | 'edges'>;

interface BlockStatsShown extends CountsShown {
  readonly bot: Bot;
  readonly query: CountQuery;
  readonly timeZone: string;
}

/**
 * The visits to the blocks and edges of a bot. Reading the bot includes them, so the right was checked where the bot
 * was loaded.
 */
@Resolver(() => Bot)
export class ReadBlockStats {
  @Costs(STATEMENT)
  @FieldResolver(() => BlockStats, { description: 'Where its chats went.' })
  async blockStats(
    @Root() bot: Bot,
    @Args(() => StatsArgs) args: StatsArgs,
    @Ctx() context: Context,
  ): Promise<BlockStatsShown> {
    const { of, query } = await countQueryOf(bot, args, context);
    const counts = await context.loaders().parts.load({ of, query });
    return { bot, query, timeZone: args.timeZone, ...countsShown(counts) };
  }
}

/** The most blocks whose counts are read by day at once. */
const MAX_BLOCKS = 20;

/** The fields of block stats that take another statement, or read a flow. */
@Resolver(() => BlockStats)
export class BlockStatsFields {
  @Holds(366)
  @Costs(STATEMENT)
  @FieldResolver(() => [BlockStatsPoint], {
    description:
      'The counts of some blocks by day, oldest first; days on which nobody came to them are left out.',
  })
  async series(
    @Root() { bot, query, timeZone }: BlockStatsShown,
    @Arg('blockIds', () => [ID], { description: `The blocks, at most ${MAX_BLOCKS}.` })
    blockIds: string[],
    @Ctx() context: Context,
  ): Promise<BlockStatsPoint[]> {
    if (blockIds.length > MAX_BLOCKS) {
      throw invalid([{ path: ['blockIds'], message: `At most ${MAX_BLOCKS} blocks at once` }]);
    }
    const asked = { of: bot.id, query: { ...query, timeZone, blockIds } };
    return daysOf(await context.loaders().blocksByDay.load(asked));
  }

  @Holds(50)
  @Costs(STATEMENT)
  @FieldResolver(() => [AnswerTimes], {
    description: 'By block; those without an answer are left out.',
  })
  async answerTimes(
    @Root() { bot, query }: BlockStatsShown,
    @Ctx() context: Context,
  ): Promise<AnswerTimes[]> {
    return answerTimesOf(await context.loaders().answerTimes.load({ of: bot.id, query }));
  }

  @Holds(500)
  @Costs(DOCUMENT)
  @FieldResolver(() => [OffPathCount], {
    description:
      'Of the edges those of items, paths and events but the start, as far as what is live has them (the draft, when nothing is).',
  })
  async offDefaultPath(
    @Root() { bot, edges }: BlockStatsShown,
    @Ctx() context: Context,
  ): Promise<OffPathCount[]> {
    const live = await liveDefinitionOf(bot, context);
    const definition = live ?? (await context.loaders().draft.load(bot.id));
    const totals = new Map(edges.map(({ edgeId, total }) => [edgeId, total]));
    return definition.edges.flatMap((edge) => {
      const total = totals.get(edge.id);
      if (total === undefined || isUsual(edge, definition)) return [];
      const { groupId, blockId = null } = edge.to;
      return [{ edgeId: edge.id, total, to: { groupId, blockId } }];
    });
  }
}

/** The counts of blocks and edges as they are shown. */
export function countsShown(counts: readonly PartCount[]): CountsShown {
  const ofKind = (wanted: string) => counts.filter(({ kind }) => kind === wanted);
  return {
    blocks: blocksOf(counts.filter(({ kind }) => kind !== 'edge')),
    answers: ofKind('answered').map(({ partId, total }) => ({ blockId: partId, total })),
    edges: ofKind('edge').map(({ partId, total }) => ({ edgeId: partId, total })),
  };
}

function daysOf(rows: readonly DayPartCount[]): BlockStatsPoint[] {
  const days = new Map<string, DayPartCount[]>();
  for (const row of rows) {
    const ofDay = days.get(row.day);
    if (ofDay) ofDay.push(row);
    else days.set(row.day, [row]);
  }
  return [...days].map(([day, counts]) => ({ day, blocks: blocksOf(counts) }));
}

function blocksOf(counts: readonly PartCount[]): BlockCount[] {
  const blocks = new Map<string, BlockCount>();
  for (const { kind, partId, total } of counts) {
    const block = blocks.get(partId) ?? { blockId: partId, reached: 0, answered: 0, left: 0 };
    blocks.set(partId, { ...block, [kind]: total });
  }
  return [...blocks.values()];
}

/** Whether an edge leaves a block or the start by its default exit, not by that of an item or a path. */
function isUsual({ from }: FlowDefinition['edges'][number], { events }: FlowDefinition): boolean {
  if ('eventId' in from) return from.eventId === events[0].id;
  return !('itemId' in from) && !('pathId' in from);
}
