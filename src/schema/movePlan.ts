import { ID, Int, ObjectType } from 'type-graphql';
import type { MoveReason } from '../engine/index.js';
import { enumOf } from './enums.js';
import { Field, NullableField } from './field.js';
import { Holds } from './queryCost.js';

/** Why a chat cannot go on in another version. */
const MoveCode = enumOf(
  'MoveCode',
  'Why an open chat cannot go on in another version of its bot.',
  {
    BLOCK_GONE: 'A block at which it waits, or to which it comes back, is not in the version.',
    BLOCK_CHANGED: 'That block is of another kind, or understands answers in another way.',
    BLOCK_DOUBLED: "That block's id is there twice.",
    VARIABLE_GONE: 'A variable that has a value, and is read, is not in the version.',
    TRANSCRIPT_MISSING: 'The version reads what was said in the chat, which was not kept.',
  } satisfies Record<MoveReason['code'], string>,
);

@ObjectType({ description: 'Why some open chats cannot move, and how many.' })
export class MoveReasonCount {
  @Field(() => MoveCode, 'The reason.') code: MoveReason['code'];
  @Field(() => String, 'The reason in words.') message: string;
  @NullableField(() => ID, 'The group in the version they run.') groupId?: string | undefined;
  @NullableField(() => ID, 'The block in the version they run.') blockId?: string | undefined;
  @NullableField(() => ID, 'The variable in the version they run.') variableId?: string | undefined;
  @Field(() => Int, 'How many chats; each counts for its first reason.') chats: number;
}

@ObjectType({ description: 'What would become of open chats if they moved to a version.' })
export class MovePlan {
  @Field(() => Int, 'How many open chats were looked at.') open: number;

  @Field(() => Int, 'How many run it already, or belong to a stage or a split, and stay there.')
  unaffected: number;

  @Field(() => Int, 'How many would move.') moving: number;

  @Holds(20)
  @Field(() => [MoveReasonCount], 'Why the others would not, the most frequent first, at most 200.')
  reasons: readonly MoveReasonCount[];

  @NullableField(() => String, {
    description: 'Where to go on, as `after`; null when all open chats were looked at.',
  })
  nextCursor: string | null;
}
