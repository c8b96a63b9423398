import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { MoveReason } from '../engine/index.js';
import { enumOf } from './enums.js';
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
  @Field(() => MoveCode, { description: 'The reason.' })
  code: MoveReason['code'];

  @Field(() => String, { description: 'The reason in words.' })
  message: string;

  @Field(() => ID, { nullable: true, description: 'The group in the version they run.' })
  groupId?: string | undefined;

  @Field(() => ID, { nullable: true, description: 'The block in the version they run.' })
  blockId?: string | undefined;

  @Field(() => ID, { nullable: true, description: 'The variable in the version they run.' })
  variableId?: string | undefined;

  @Field(() => Int, { description: 'How many chats; each counts for its first reason.' })
  chats: number;
}

@ObjectType({ description: 'What would become of open chats if they moved to a version.' })
export class MovePlan {
  @Field(() => Int, { description: 'How many open chats were looked at.' })
  open: number;

  @Field(() => Int, {
    description: 'How many run it already, or belong to a stage or a split, and stay there.',
  })
  unaffected: number;

  @Field(() => Int, { description: 'How many would move.' })
  moving: number;

  @Holds(20)
  @Field(() => [MoveReasonCount], {
    description: 'Why the others would not, the most frequent first, at most 200.',
  })
  reasons: readonly MoveReasonCount[];

  @Field(() => String, {
    nullable: true,
    description: 'Where to go on, as `after`; null when all open chats were looked at.',
  })
  nextCursor: string | null;
}
