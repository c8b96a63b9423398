import { Field, Float, ID, Int, ObjectType } from 'type-graphql';
import { TraceCall, TraceChangeKind, TraceKind, TraceWay } from './traceEnums.js';
import { Holds } from './queryCost.js';
import { Json } from './scalars.js';

/** An edge that was followed. */
@ObjectType({
  description: 'An edge a chat followed, and what it leaves: an event, a block or an item.',
})
export class TracedEdge {
  @Field(() => ID, { description: 'The edge.' })
  edgeId: string;

  @Field(() => ID, { nullable: true, description: 'The event it leaves.' })
  eventId?: string;

  @Field(() => ID, { nullable: true, description: 'The block it leaves.' })
  blockId?: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The item of that block; null for its own edge.',
  })
  itemId?: string;
}

/** A place in a flow. */
@ObjectType({ description: 'A place in a flow.' })
export class TracedPlace {
  @Field(() => ID, { description: 'The group.' })
  groupId: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The block; null where the flow has none there.',
  })
  blockId?: string;
}

/** A comparison of a condition. */
@ObjectType({ description: 'A comparison, with both sides as they were; long values are cut.' })
export class TracedComparison {
  @Field(() => ID, { description: 'The variable on the left side.' })
  variableId: string;

  @Field(() => String, { description: 'How they were compared.' })
  operator: string;

  @Field(() => Json, { nullable: true, description: 'The value of the variable.' })
  left: unknown;

  @Field(() => Json, { nullable: true, description: 'The value it was compared with.' })
  right: unknown;

  @Field(() => Boolean, { description: 'Whether it held.' })
  holds: boolean;
}

/** A condition that a block tried. */
@ObjectType({
  description: 'A condition a block tried: of a way to go on, or of an item to offer.',
})
export class TracedCondition {
  @Field(() => ID, { description: 'The item it belongs to.' })
  itemId: string;

  @Field(() => Boolean, { description: 'Whether it held.' })
  holds: boolean;

  @Holds(3)
  @Field(() => [TracedComparison], { description: 'Its comparisons, at most 50 of one visit.' })
  comparisons: readonly TracedComparison[];
}

/** A change of the state of a chat. */
@ObjectType({ description: 'A change of what a chat remembers.' })
export class TracedChange {
  @Field(() => TraceChangeKind, { description: 'What changed.' })
  kind: TraceChangeKind;

  @Field(() => ID, { nullable: true, description: 'The variable.' })
  variableId?: string;

  @Field(() => String, { description: 'The name of the variable, the answer or the member.' })
  name: string;

  @Field(() => Int, {
    description: 'Which of the open bots it belongs to: 0 is the own bot of the chat.',
  })
  depth: number;

  @Field(() => Json, { nullable: true, description: 'The value before, of a variable.' })
  from?: unknown;

  @Field(() => Json, { nullable: true, description: 'The value since then.' })
  to?: unknown;
}

/** What an AI action took. */
@ObjectType({ description: 'What an AI action took, as it counts for budgets.' })
export class TracedUse {
  @Field(() => Int, { description: 'Tokens.' })
  tokens: number;

  @Field(() => Int, { description: 'Those of what was sent.' })
  promptTokens: number;

  @Field(() => Int, { description: 'Those of the answer.' })
  completionTokens: number;

  @Field(() => Int, {
    description: 'How many of the tokens are estimated, because the service did not report them.',
  })
  estimatedTokens: number;

  @Field(() => Float, { description: 'What it cost, in US dollars, by the prices of the server.' })
  cost: number;
}

/** An effect that a block requested. */
@ObjectType({
  description:
    'Something that was done outside for a block. Secrets are masked, and long texts are cut.',
})
export class TracedEffect {
  @Field(() => String, { description: 'Its kind, such as `httpRequest`.' })
  kind: string;

  @Field(() => String, {
    nullable: true,
    description: 'What was requested, as JSON; null for people who may not change the bot.',
  })
  request: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'What came back, as JSON; null for people who may not change the bot.',
  })
  result: string | null;

  @Field(() => Boolean, { description: 'Whether it succeeded.' })
  isOk: boolean;

  @Field(() => String, { nullable: true, description: 'Why it failed.' })
  error?: string;

  @Field(() => Float, { description: 'How long it took, in milliseconds.' })
  duration: number;

  @Field(() => Int, { description: 'How often it was tried.' })
  tries: number;

  @Field(() => Boolean, {
    description: 'Whether the result was kept from an earlier attempt at the turn.',
  })
  isKept: boolean;

  @Holds(5)
  @Field(() => [String], { description: 'The lines a script printed.' })
  printed: readonly string[];

  @Field(() => TracedUse, {
    nullable: true,
    description: 'What an AI action took; null of others, and where an earlier attempt took it.',
  })
  use?: TracedUse | undefined;
}

/** What a turn took of its limits. */
@ObjectType({ description: 'What a turn took of its limits, and of the time of the server.' })
export class TracedLimits {
  @Field(() => Int, { description: 'Blocks entered, of at most 1000.' })
  blocks: number;

  @Field(() => Int, { description: 'Characters sent, as JSON, of at most 1000000.' })
  characters: number;

  @Field(() => Int, { description: 'Steps of work, of at most 1500000.' })
  work: number;

  @Field(() => Float, { nullable: true, description: 'Milliseconds that the engine took.' })
  engineTook?: number;

  @Field(() => Float, { nullable: true, description: 'Milliseconds that the whole turn took.' })
  turnTook?: number;
}

/** One thing that happened in a turn. */
@ObjectType({ description: 'One thing that happened in a turn.' })
export class TraceEntry {
  @Field(() => ID, { description: 'Names it within its chat: the turn and its place in it.' })
  entryId: string;

  @Field(() => TraceKind, { description: 'What happened.' })
  kind: TraceKind;

  @Field(() => Date, { description: 'When.' })
  at: Date;

  @Field(() => ID, { nullable: true, description: 'The bot, where it is a linked one.' })
  botId?: string;

  @Field(() => ID, { nullable: true, description: 'The group of the block.' })
  groupId?: string;

  @Field(() => ID, { nullable: true, description: 'The block.' })
  blockId?: string;

  @Field(() => TraceCall, { nullable: true, description: 'What the block was called for.' })
  call?: TraceCall;

  @Field(() => TraceWay, { nullable: true, description: 'How the chat went on from the block.' })
  way?: TraceWay;

  @Field(() => TracedPlace, { nullable: true, description: 'Where the chat went on.' })
  to?: TracedPlace;

  @Holds(1)
  @Field(() => [TracedEdge], { description: 'The edges that were followed, in order.' })
  edges: readonly TracedEdge[];

  @Holds(2)
  @Field(() => [TracedCondition], { description: 'The conditions that were tried, in order.' })
  conditions: readonly TracedCondition[];

  @Holds(3)
  @Field(() => [TracedChange], { description: 'What it changed, in order.' })
  changes: readonly TracedChange[];

  @Holds(1)
  @Field(() => [String], { description: 'What was logged.' })
  logs: readonly string[];

  @Field(() => TracedEffect, { nullable: true, description: 'The effect, of the kind `EFFECT`.' })
  effect?: TracedEffect;

  @Field(() => TracedLimits, { nullable: true, description: 'Of the kind `ENDED`.' })
  limits?: TracedLimits;
}

/** The trace of a turn. */
@ObjectType({ description: 'What happened in one turn of a chat.' })
export class TurnTrace {
  @Field(() => Int, { description: 'The number of the turn: 1 for the start.' })
  turn: number;

  @Field(() => Date, { description: 'When it was written.' })
  at: Date;

  @Holds(10)
  @Field(() => [TraceEntry], { description: 'What happened, in order.' })
  entries: readonly TraceEntry[];
}

/** A variable as a chat has it now. */
@ObjectType({ description: 'A variable that has a value in a chat.' })
export class ChatVariable {
  @Field(() => ID, { description: 'The variable.' })
  variableId: string;

  @Field(() => String, { description: 'Its name.' })
  name: string;

  @Field(() => Json, { nullable: true, description: 'Its value: a text, or a list of texts.' })
  value: unknown;

  @Field(() => Int, { description: 'Which of the open bots has it: 0 is the own bot of the chat.' })
  depth: number;
}
