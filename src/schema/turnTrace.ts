import { Float, ID, Int, ObjectType } from 'type-graphql';
import { Field, NullableField } from './field.js';
import { TraceCall, TraceChangeKind, TraceKind, TraceWay } from './traceEnums.js';
import { Holds } from './queryCost.js';
import { Json } from './scalars.js';

/** An edge that was followed. */
@ObjectType({
  description: 'An edge a chat followed, and what it leaves: an event, a block or an item.',
})
export class TracedEdge {
  @Field(() => ID, 'The edge.') edgeId: string;
  @NullableField(() => ID, 'The event it leaves.') eventId?: string;
  @NullableField(() => ID, 'The block it leaves.') blockId?: string;
  @NullableField(() => ID, 'The item of that block; null for its own edge.') itemId?: string;
}

/** A place in a flow. */
@ObjectType({ description: 'A place in a flow.' })
export class TracedPlace {
  @Field(() => ID, 'The group.') groupId: string;
  @NullableField(() => ID, 'The block; null where the flow has none there.') blockId?: string;
}

/** A comparison of a condition. */
@ObjectType({ description: 'A comparison, with both sides as they were; long values are cut.' })
export class TracedComparison {
  @Field(() => ID, 'The variable on the left side.') variableId: string;
  @Field(() => String, 'How they were compared.') operator: string;
  @NullableField(() => Json, 'The value of the variable.') left: unknown;
  @NullableField(() => Json, 'The value it was compared with.') right: unknown;
  @Field(() => Boolean, 'Whether it held.') holds: boolean;
}

/** A condition that a block tried. */
@ObjectType({
  description: 'A condition a block tried: of a way to go on, or of an item to offer.',
})
export class TracedCondition {
  @Field(() => ID, 'The item it belongs to.') itemId: string;
  @Field(() => Boolean, 'Whether it held.') holds: boolean;

  @Holds(3)
  @Field(() => [TracedComparison], 'Its comparisons, at most 50 of one visit.')
  comparisons: readonly TracedComparison[];
}

/** A change of the state of a chat. */
@ObjectType({ description: 'A change of what a chat remembers.' })
export class TracedChange {
  @Field(() => TraceChangeKind, 'What changed.') kind: TraceChangeKind;
  @NullableField(() => ID, 'The variable.') variableId?: string;
  @Field(() => String, 'The name of the variable, the answer or the member.') name: string;

  @Field(() => Int, 'Which of the open bots it belongs to: 0 is the own bot of the chat.')
  depth: number;

  @NullableField(() => Json, 'The value before, of a variable.') from?: unknown;
  @NullableField(() => Json, 'The value since then.') to?: unknown;
}

/** What an AI action took. */
@ObjectType({ description: 'What an AI action took, as it counts for budgets.' })
export class TracedUse {
  @Field(() => Int, 'Tokens.') tokens: number;
  @Field(() => Int, 'Those of what was sent.') promptTokens: number;
  @Field(() => Int, 'Those of the answer.') completionTokens: number;

  @Field(() => Int, {
    description: 'How many of the tokens are estimated, because the service did not report them.',
  })
  estimatedTokens: number;

  @Field(() => Float, 'What it cost, in US dollars, by the prices of the server.') cost: number;
}

/** An effect that a block requested. */
@ObjectType({
  description:
    'Something that was done outside for a block. Secrets are masked, and long texts are cut.',
})
export class TracedEffect {
  @Field(() => String, 'Its kind, such as `httpRequest`.') kind: string;

  @NullableField(() => String, {
    description: 'What was requested, as JSON; null for people who may not change the bot.',
  })
  request: string | null;

  @NullableField(() => String, {
    description: 'What came back, as JSON; null for people who may not change the bot.',
  })
  result: string | null;

  @Field(() => Boolean, 'Whether it succeeded.') isOk: boolean;
  @NullableField(() => String, 'Why it failed.') error?: string;
  @Field(() => Float, 'How long it took, in milliseconds.') duration: number;
  @Field(() => Int, 'How often it was tried.') tries: number;

  @Field(() => Boolean, 'Whether the result was kept from an earlier attempt at the turn.')
  isKept: boolean;

  @Holds(5)
  @Field(() => [String], 'The lines a script printed.')
  printed: readonly string[];

  @NullableField(() => TracedUse, {
    description: 'What an AI action took; null of others, and where an earlier attempt took it.',
  })
  use?: TracedUse | undefined;
}

/** What a turn took of its limits. */
@ObjectType({ description: 'What a turn took of its limits, and of the time of the server.' })
export class TracedLimits {
  @Field(() => Int, 'Blocks entered, of at most 1000.') blocks: number;
  @Field(() => Int, 'Characters sent, as JSON, of at most 1000000.') characters: number;
  @Field(() => Int, 'Steps of work, of at most 1500000.') work: number;
  @NullableField(() => Float, 'Milliseconds that the engine took.') engineTook?: number;
  @NullableField(() => Float, 'Milliseconds that the whole turn took.') turnTook?: number;
}

/** One thing that happened in a turn. */
@ObjectType({ description: 'One thing that happened in a turn.' })
export class TraceEntry {
  @Field(() => ID, 'Names it within its chat: the turn and its place in it.') entryId: string;
  @Field(() => TraceKind, 'What happened.') kind: TraceKind;
  @Field(() => Date, 'When.') at: Date;
  @NullableField(() => ID, 'The bot, where it is a linked one.') botId?: string;
  @NullableField(() => ID, 'The group of the block.') groupId?: string;
  @NullableField(() => ID, 'The block.') blockId?: string;
  @NullableField(() => TraceCall, 'What the block was called for.') call?: TraceCall;
  @NullableField(() => TraceWay, 'How the chat went on from the block.') way?: TraceWay;
  @NullableField(() => TracedPlace, 'Where the chat went on.') to?: TracedPlace;

  @Holds(1)
  @Field(() => [TracedEdge], 'The edges that were followed, in order.')
  edges: readonly TracedEdge[];

  @Holds(2)
  @Field(() => [TracedCondition], 'The conditions that were tried, in order.')
  conditions: readonly TracedCondition[];

  @Holds(3)
  @Field(() => [TracedChange], 'What it changed, in order.')
  changes: readonly TracedChange[];

  @Holds(1)
  @Field(() => [String], 'What was logged.')
  logs: readonly string[];

  @NullableField(() => TracedEffect, 'The effect, of the kind `EFFECT`.') effect?: TracedEffect;
  @NullableField(() => TracedLimits, 'Of the kind `ENDED`.') limits?: TracedLimits;
}

/** The trace of a turn. */
@ObjectType({ description: 'What happened in one turn of a chat.' })
export class TurnTrace {
  @Field(() => Int, 'The number of the turn: 1 for the start.') turn: number;
  @Field(() => Date, 'When it was written.') at: Date;

  @Holds(10)
  @Field(() => [TraceEntry], 'What happened, in order.')
  entries: readonly TraceEntry[];
}

/** A variable as a chat has it now. */
@ObjectType({ description: 'A variable that has a value in a chat.' })
export class ChatVariable {
  @Field(() => ID, 'The variable.') variableId: string;
  @Field(() => String, 'Its name.') name: string;
  @NullableField(() => Json, 'Its value: a text, or a list of texts.') value: unknown;
  @Field(() => Int, 'Which of the open bots has it: 0 is the own bot of the chat.') depth: number;
}
