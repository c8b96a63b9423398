import { Field, Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { ChatAgent } from './chat.js';
import { SegmentSource, TranscriptRole } from './enums.js';
import { Json, ShortText } from './scalars.js';
import { Holds, LongText } from './queryCost.js';

/** A message of a conversation. */
@ObjectType({ description: 'One message of a chat, as it was sent.' })
export class TranscriptEntry {
  @Field(() => TranscriptRole, { description: 'The sender.' })
  role: TranscriptRole;

  @Field(() => String, {
    description: '`text`, `image`, `video`, `audio` or another kind of bubble.',
  })
  type: string;

  @LongText
  @Field(() => String, { nullable: true, description: 'The words, where there are any.' })
  text: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The address of the picture, film or sound.',
  })
  mediaUrl: string | null;

  @Field(() => ID, { nullable: true, description: 'The block that sent it or was answered.' })
  blockId: string | null;

  @Field(() => ChatAgent, { nullable: true, description: 'The agent who sent it, if one did.' })
  agent: ChatAgent | null;

  @Field(() => Date, { description: 'When it was sent.' })
  at: Date;
}

/** A line of the log of a chat. */
@ObjectType({ description: 'A line that was logged while a chat ran.' })
export class ResultLog {
  @Field(() => ID, { description: 'Names the line within its result.' })
  logId: string;

  @Field(() => ID, { description: 'The result whose chat it was.' })
  resultId: string;

  @Field(() => Date, { description: 'When it was logged.' })
  createdAt: Date;

  @Field(() => String, { description: '`success`, `error` or `info`.' })
  status: string;

  @Field(() => String, { description: 'What happened, for a person.' })
  description: string;

  @Field(() => Json, { nullable: true, description: 'More about it, of any shape.' })
  details: unknown;

  @Field(() => ID, { nullable: true, description: 'The block it came from; null where none did.' })
  blockId: string | null;

  @Field(() => ID, { nullable: true, description: 'The group of that block.' })
  groupId: string | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The turn, whose trace `chatTrace` has if it was traced; null of what the client reported.',
  })
  turn: number | null;
}

/** A condition on a variable of a result. */
@InputType({ description: 'What a variable of a result must hold; both, where both are sent.' })
export class VariableMatchInput {
  @Field(() => ShortText, { description: 'The variable, by its id or its name.' })
  variable: string;

  @Field(() => ShortText, {
    nullable: true,
    description: 'Exactly this; of a list, one entry must be.',
  })
  equals?: string | null | undefined;

  @Field(() => ShortText, {
    nullable: true,
    description: 'This somewhere within, in any case; of a list, in one entry.',
  })
  contains?: string | null | undefined;
}

/** A condition on what a result counts as in a segment. */
@InputType({ description: 'A value of a segment, as `BotSegment.values` has it.' })
export class SegmentMatchInput {
  @Field(() => SegmentSource, { description: 'What the segment compares.' })
  source: SegmentSource;

  @Field(() => ID, { nullable: true, description: 'Its variable, for `VARIABLE` alone.' })
  variableId?: string | null | undefined;

  @Field(() => ShortText, {
    nullable: true,
    description: 'The value; null for results without one.',
  })
  value?: string | null | undefined;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Instead of one value all that share a count.',
  })
  isOther: boolean;
}

/** A condition on the answers to a block. */
@InputType({
  description: 'What an answer to a block must hold; with neither, that there is an answer.',
})
export class AnswerMatchInput {
  @Field(() => ID, { description: 'The block that was answered.' })
  blockId: string;

  @Field(() => ShortText, { nullable: true, description: 'Exactly this.' })
  equals?: string | null | undefined;

  @Field(() => ShortText, { nullable: true, description: 'This somewhere within, in any case.' })
  contains?: string | null | undefined;
}

/** A column of a table of results. */
@ObjectType({ description: 'A column of a table of results.' })
export class ResultColumn {
  @Field(() => ID, { name: 'columnId', description: 'What `resultsTablePreferences` calls it.' })
  id: string;

  @Field(() => String, { description: 'The name of the variable, or the title of the group.' })
  label: string;

  @Holds(20)
  @Field(() => [ID], { description: 'The inputs whose answers it shows; the last answer counts.' })
  blockIds: readonly string[];

  @Holds(20)
  @Field(() => [ID], { description: 'The variables it shows, before the answers.' })
  variableIds: readonly string[];

  @Field(() => String, { nullable: true, description: 'The kind of its first input, if any.' })
  blockType: string | null;

  @Field(() => Boolean, { description: 'Whether it is shown.' })
  isVisible: boolean;

  @Field(() => Boolean, { description: 'Whether it stays in sight when the table is scrolled.' })
  isPinned: boolean;

  @Field(() => Float, { nullable: true, description: 'How wide it is, in px.' })
  width: number | null;
}
