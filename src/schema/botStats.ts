import { Float, ID, Int, ObjectType } from 'type-graphql';
import { Field, NullableField } from './field.js';
import { Holds } from './queryCost.js';

/** The counts of one day. */
@ObjectType({ description: 'What became of the results that began on one day.' })
export class StatsPoint {
  @Field(() => String, 'The day in the zone asked for, as in 2026-01-31.') day: string;
  @Field(() => Int, 'Results, answered or not.') views: number;
  @Field(() => Int, 'Those with an answer.') starts: number;
  @Field(() => Int, 'Those that came to the end.') completions: number;
}

/** How many results there are, and how many of them were answered and completed. */
@ObjectType()
export abstract class Totals {
  @Field(() => Int, 'Results, answered or not.') totalViews: number;
  @Field(() => Int, 'Those with an answer.') totalStarts: number;
  @Field(() => Int, 'Those that came to the end.') totalCompleted: number;

  @NullableField(() => Float, {
    description: 'How many of those with an answer came to the end, from 0 to 1; null without any.',
  })
  completionRate: number | null;
}

/** The counts of some of a bot's results. */
@ObjectType({ description: 'What became of some results of a bot, exact at the moment of asking.' })
export class ResultTotals extends Totals {}

/** The counts of a bot's results, exact at the moment of the request. */
@ObjectType({
  description:
    'What became of the results of a bot, or of all bots of a workspace, exact at the moment of asking; those deleted since count too.',
})
export class BotStats extends Totals {
  series: StatsPoint[];
}

/** The counts of visits to one block. */
@ObjectType({ description: 'What became of those who came to one block.' })
export class BlockCount {
  @Field(() => ID, 'The block; it may be gone from the draft.') blockId: string;
  @Field(() => Int, 'How often a chat came to it.') reached: number;
  @Field(() => Int, 'How often it took an answer.') answered: number;

  @Field(() => Int, 'How many chats rest on it now: who does not come back has left there.')
  left: number;
}

/** The number of answers that one block accepted. */
@ObjectType({ description: 'How many answers one block took.' })
export class AnswerCount {
  @Field(() => ID, 'The block; it may be gone from the draft.') blockId: string;
  @Field(() => Int, 'How often it took an answer.') total: number;
}

/** The number of times one edge was followed. */
@ObjectType({ description: 'How often one edge was followed.' })
export class EdgeCount {
  @Field(() => ID, 'The edge; it may be gone from the draft.') edgeId: string;
  @Field(() => Int, 'How often a chat went through it.') total: number;
}

/** The target of an edge. */
@ObjectType({ description: 'Where an edge leads.' })
export class EdgeTarget {
  @Field(() => ID, 'The group.') groupId: string;
  @NullableField(() => ID, 'The block in it; null for the first one.') blockId: string | null;
}

/** How often an edge was followed that is not the default exit. */
@ObjectType({ description: 'How often an edge was followed that is not the usual way on.' })
export class OffPathCount {
  @Field(() => ID, 'The edge.') edgeId: string;
  @Field(() => Int, 'How often a chat went through it.') total: number;
  @Field(() => EdgeTarget, 'Where it leads.') to: EdgeTarget;
}

/** The counts of visits to some blocks on one day. */
@ObjectType({
  description: 'What became of those who came to some blocks, in chats that began on one day.',
})
export class BlockStatsPoint {
  @Field(() => String, 'The day in the zone asked for, as in 2026-01-31.') day: string;

  @Holds(10)
  @Field(() => [BlockCount], 'By block; those nobody came to are left out.')
  blocks: BlockCount[];
}

/** The number of answers to one block that took visitors about as long. */
@ObjectType({ description: 'How many answers took about as long.' })
export class AnswerTimeCount {
  @NullableField(() => Int, {
    description:
      'They took at most so many seconds, and more than those of the entry before; null for all that took longer.',
  })
  upTo: number | null;

  @Field(() => Int, 'How many.') total: number;
}

/** How long visitors took to answer one block. */
@ObjectType({
  description:
    'How long visitors took to answer one block: from the beginning of the turn that asked, with what the bot took in it, to the answer.',
})
export class AnswerTimes {
  @Field(() => ID, 'The block; it may be gone from the draft.') blockId: string;

  @NullableField(() => Float, {
    description:
      'Half of the answers took fewer seconds. Computed from the counts, so it is up to a fifth too high or too low; null if it was longer than the longest that is counted.',
  })
  median: number | null;

  @NullableField(() => Float, 'Nine of ten answers took fewer seconds; as exact as the median.')
  p90: number | null;

  @Holds(20)
  @Field(() => [AnswerTimeCount], 'The counts, from the quickest; those of zero are left out.')
  counts: AnswerTimeCount[];
}

/** The counts of visits to the blocks and edges of a bot, exact at the moment of the request. */
@ObjectType({
  description:
    'Where a bot’s chats went, exact at the moment of asking; previews do not count. A chat counts where it began.',
})
export class BlockStats {
  @Holds(500)
  @Field(() => [BlockCount], 'By block; those nobody came to are left out.')
  blocks: BlockCount[];

  @Holds(500)
  @Field(() => [AnswerCount], 'By block; those without an answer are left out.')
  answers: AnswerCount[];

  @Holds(500)
  @Field(() => [EdgeCount], 'By edge; those nobody followed are left out.')
  edges: EdgeCount[];

  offDefaultPath: OffPathCount[];

  series: BlockStatsPoint[];

  answerTimes: AnswerTimes[];
}
