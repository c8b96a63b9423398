import { Field, Int, ObjectType } from 'type-graphql';
import type { FlowEdit } from '../engine/index.js';
import { FlowEdits } from './scalars.js';

/** Edits with which an issue is gone. */
@ObjectType({ description: 'Edits with which an issue is gone, for `editFlow`.' })
export class IssueFix {
  @Field(() => String, { description: 'What they do, for a person.' })
  title: string;

  @Field(() => Boolean, { description: 'Whether no chat goes otherwise than before.' })
  isSafe: boolean;

  @Field(() => FlowEdits, { description: 'The edits.' })
  edits: readonly FlowEdit[];

  @Field(() => Int, {
    nullable: true,
    description:
      'The revision of the bot that they are for: send it as `ifRevision`. Null for a flow that is no draft of a bot.',
  })
  revision: number | null;
}
