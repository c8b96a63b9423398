import { Int, ObjectType } from 'type-graphql';
import type { FlowEdit } from '../engine/index.js';
import { Field, NullableField } from './field.js';
import { FlowEdits } from './scalars.js';

/** Edits with which an issue is gone. */
@ObjectType({ description: 'Edits with which an issue is gone, for `editFlow`.' })
export class IssueFix {
  @Field(() => String, 'What they do, for a person.') title: string;
  @Field(() => Boolean, 'Whether no chat goes otherwise than before.') isSafe: boolean;
  @Field(() => FlowEdits, 'The edits.') edits: readonly FlowEdit[];

  @NullableField(() => Int, {
    description:
      'The revision of the bot that they are for: send it as `ifRevision`. Null for a flow that is no draft of a bot.',
  })
  revision: number | null;
}
