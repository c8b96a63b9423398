import { ArgsType, ID, Int } from 'type-graphql';
import { Field, NullableField } from '../../schema/field.js';

/** Which chats to replay, with which flow. */
@ArgsType()
export class ReplayArgs {
  @Field(() => ID, 'The bot.') botId: string;
  @NullableField(() => ID, 'The version; its draft without one.') versionId?: string | null;

  @Field(() => Int, {
    defaultValue: 7,
    description: 'Only chats that began in the last days, at most 365.',
  })
  days: number;

  @NullableField(() => [ID], 'Only chats of these results, at most 1 000.')
  resultIds?: string[] | null;

  @Field(() => Int, {
    defaultValue: 100,
    description: 'How many chats, the newest first; at most 1 000.',
  })
  first: number;

  @NullableField(() => String, 'The `nextCursor` of the call before.') after?: string | null;

  @Field(() => Int, {
    defaultValue: 10,
    description: 'How long it may take, from 1 to 60. What has begun then is finished.',
  })
  seconds: number;
}
