import { ID, Int, ObjectType } from 'type-graphql';
import type { Breakpoint, Reply } from '../engine/index.js';
import { Breakpoints } from './breakpoints.js';
import { ChatPause } from './chatPause.js';
import { Field, NullableField } from './field.js';
import { Holds } from './queryCost.js';
import { ChatReplyDocument } from './scalars.js';
import { ChatVariable, TraceEntry, TurnTrace } from './turnTrace.js';

/** A chat after a turn. */
@ObjectType({ description: 'A chat after one of its turns.' })
export class ChatBranchPoint {
  @Field(() => ID, 'The chat.') sessionId: string;
  @Field(() => Int, 'The number of the turn.') turn: number;
}

/** A turn that is paused. */
@ObjectType({ description: 'A turn that is paused, as far as it has come.' })
export class PausedTurn {
  @Field(() => ChatPause, 'Where it pauses.') pause: ChatPause;

  @Field(() => Date, {
    description: 'When the pause ends: the turn is stopped then, and the last input asked again.',
  })
  until: Date;

  @Field(() => Int, 'The number of the turn.') turn: number;

  @Holds(10)
  @Field(() => [TraceEntry], 'What happened in it so far, in order.')
  entries: readonly TraceEntry[];

  @Field(() => ChatReplyDocument, 'What it answers so far.') reply: Reply;
}

/** A page of the trace of a chat. */
@ObjectType({
  description:
    'Turns of a chat that were traced. There are more while the last is before `lastTurn`.',
})
export class ChatTracePage {
  @Holds(20)
  @Field(() => [TurnTrace], 'The turns, in order.')
  turns: readonly TurnTrace[];

  @Field(() => Int, 'The number of the last turn of the chat.') lastTurn: number;
  @Field(() => Boolean, 'Whether its turns are traced now.') isTraced: boolean;

  @Holds(10)
  @Field(() => [ChatVariable], {
    description:
      'The variables of the open bots as they are now, also of a preview, which has no result.',
  })
  variables: readonly ChatVariable[];

  @NullableField(() => Breakpoints, {
    description: 'Where turns of the chat pause; null of one that is not debugged.',
  })
  breakpoints?: readonly Breakpoint[] | undefined;

  @NullableField(() => PausedTurn, 'The turn that is paused, if one is.')
  paused?: PausedTurn | undefined;

  @NullableField(() => ChatBranchPoint, {
    description: 'The turn after which this preview goes on in another way (`branchChat`).',
  })
  branchedFrom?: ChatBranchPoint | undefined;
}
