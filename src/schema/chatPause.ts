import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Breakpoint } from '../engine/index.js';
import { Breakpoints } from './breakpoints.js';
import { TraceCall } from './traceEnums.js';

/** Where a turn of a debugged preview pauses. */
@ObjectType({ description: 'Where a turn of a debugged preview pauses: before a block.' })
export class ChatPause {
  @Field(() => Int, { description: 'Which pause of the turn it is, from 1.' })
  number: number;

  @Field(() => ID, { nullable: true, description: 'The group of the block.' })
  groupId?: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The block; null where the flow has none there any more.',
  })
  blockId?: string;

  @Field(() => TraceCall, { description: 'What the block is called for next.' })
  call: TraceCall;

  @Field(() => Breakpoints, {
    description:
      'The breakpoints that were reached; empty where the chat came as far as it was to.',
  })
  hit: readonly Breakpoint[];
}
