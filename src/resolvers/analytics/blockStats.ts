import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import type { FlowDefinition } from '../../engine/index.js';
import { Bot } from '../../schema/bot.js';
import { BlockStats, OffPathCount, type BlockCount } from '../../schema/botStats.js';
import type { PartCount } from '../../storage/counts.js';
import { liveDefinitionOf } from '../bots/botPublished.js';
import { StatsArgs, countQueryOf } from './botStats.js';
import { Costs, DOCUMENT, Holds, STATEMENT } from '../../schema/queryCost.js';

/** The counts that are read from the database alone. */
export type CountsShown = Omit<BlockStats, 'offDefaultPath'>;

interface BlockStatsShown extends CountsShown {
  readonly bot: Bot;
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
    const asked = await countQueryOf(bot, args, context);
    return { bot, ...countsShown(await context.loaders().parts.load(asked)) };
  }
}

/** A field of block stats that reads a flow. */
@Resolver(() => BlockStats)
export class BlockStatsFields {
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
