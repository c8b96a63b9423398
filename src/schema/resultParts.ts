import { Float, ID, InputType, Int, ObjectType } from 'type-graphql';
import { ChatAgent } from './chat.js';
import { SegmentSource, TranscriptRole } from './enums.js';
import { Field, NullableField } from './field.js';
import { Json, ShortText } from './scalars.js';
import { Holds, LongText } from './queryCost.js';

/** A message of a conversation. */
@ObjectType({ description: 'One message of a chat, as it was sent.' })
export class TranscriptEntry {
  @Field(() => TranscriptRole, 'The sender.') role: TranscriptRole;
  @Field(() => String, '`text`, `image`, `video`, `audio` or another kind of bubble.') type: string;

  @LongText @NullableField(() => String, 'The words, where there are any.') text: string | null;

  @NullableField(() => String, 'The address of the picture, film or sound.')
  mediaUrl: string | null;

  @NullableField(() => ID, 'The block that sent it or was answered.') blockId: string | null;
  @NullableField(() => ChatAgent, 'The agent who sent it, if one did.') agent: ChatAgent | null;
  @Field(() => Date, 'When it was sent.') at: Date;
}

/** A line of the log of a chat. */
@ObjectType({ description: 'A line that was logged while a chat ran.' })
export class ResultLog {
  @Field(() => ID, 'Names the line within its result.') logId: string;
  @Field(() => ID, 'The result whose chat it was.') resultId: string;
  @Field(() => Date, 'When it was logged.') createdAt: Date;
  @Field(() => String, '`success`, `error` or `info`.') status: string;
  @Field(() => String, 'What happened, for a person.') description: string;
  @NullableField(() => Json, 'More about it, of any shape.') details: unknown;
  @NullableField(() => ID, 'The block it came from; null where none did.') blockId: string | null;
  @NullableField(() => ID, 'The group of that block.') groupId: string | null;

  @NullableField(() => Int, {
    description:
      'The turn, whose trace `chatTrace` has if it was traced; null of what the client reported.',
  })
  turn: number | null;
}

/** A condition on a variable of a result. */
@InputType({ description: 'What a variable of a result must hold; both, where both are sent.' })
export class VariableMatchInput {
  @Field(() => ShortText, 'The variable, by its id or its name.') variable: string;

  @NullableField(() => ShortText, 'Exactly this; of a list, one entry must be.')
  equals?: string | null | undefined;

  @NullableField(() => ShortText, 'This somewhere within, in any case; of a list, in one entry.')
  contains?: string | null | undefined;
}

/** A condition on what a result counts as in a segment. */
@InputType({ description: 'A value of a segment, as `BotSegment.values` has it.' })
export class SegmentMatchInput {
  @Field(() => SegmentSource, 'What the segment compares.') source: SegmentSource;

  @NullableField(() => ID, 'Its variable, for `VARIABLE` alone.')
  variableId?: string | null | undefined;

  @NullableField(() => ShortText, 'The value; null for results without one.')
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
  @Field(() => ID, 'The block that was answered.') blockId: string;
  @NullableField(() => ShortText, 'Exactly this.') equals?: string | null | undefined;

  @NullableField(() => ShortText, 'This somewhere within, in any case.')
  contains?: string | null | undefined;
}

/** A column of a table of results. */
@ObjectType({ description: 'A column of a table of results.' })
export class ResultColumn {
  @Field(() => ID, { name: 'columnId', description: 'What `resultsTablePreferences` calls it.' })
  id: string;

  @Field(() => String, 'The name of the variable, or the title of the group.') label: string;

  @Holds(20)
  @Field(() => [ID], 'The inputs whose answers it shows; the last answer counts.')
  blockIds: readonly string[];

  @Holds(20)
  @Field(() => [ID], 'The variables it shows, before the answers.')
  variableIds: readonly string[];

  @NullableField(() => String, 'The kind of its first input, if any.') blockType: string | null;
  @Field(() => Boolean, 'Whether it is shown.') isVisible: boolean;
  @Field(() => Boolean, 'Whether it stays in sight when the table is scrolled.') isPinned: boolean;
  @NullableField(() => Float, 'How wide it is, in px.') width: number | null;
}
