import { ID, Int, ObjectType } from 'type-graphql';
import type { Breakpoint } from '../engine/index.js';
import { Breakpoints } from './breakpoints.js';
import { Field, NullableField } from './field.js';
import { TraceCall } from './traceEnums.js';

/** Where a turn of a debugged preview pauses. */
@ObjectType({ description: 'Where a turn of a debugged preview pauses: before a block.' })
export class ChatPause {
  @Field(() => Int, 'Which pause of the turn it is, from 1.') number: number;
  @NullableField(() => ID, 'The group of the block.') groupId?: string;

  @NullableField(() => ID, 'The block; null where the flow has none there any more.')
  blockId?: string;

  @Field(() => TraceCall, 'What the block is called for next.') call: TraceCall;

  @Field(() => Breakpoints, {
    description:
      'The breakpoints that were reached; empty where the chat came as far as it was to.',
  })
  hit: readonly Breakpoint[];
}
