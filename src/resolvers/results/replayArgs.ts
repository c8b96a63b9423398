import { ArgsType, Field, ID, Int } from 'type-graphql';

/** Which chats to replay, with which flow. */
@ArgsType()
export class ReplayArgs {
  @Field(() => ID, { description: 'The bot.' })
  botId: string;

  @Field(() => ID, { nullable: true, description: 'The version; its draft without one.' })
  versionId?: string | null;

  @Field(() => Int, {
    defaultValue: 7,
    description: 'Only chats that began in the last days, at most 365.',
  })
  days: number;

  @Field(() => [ID], {
    nullable: true,
    description: 'Only chats of these results, at most 1 000.',
  })
  resultIds?: string[] | null;

  @Field(() => Int, {
    defaultValue: 100,
    description: 'How many chats, the newest first; at most 1 000.',
  })
  first: number;

  @Field(() => String, { nullable: true, description: 'The `nextCursor` of the call before.' })
  after?: string | null;

  @Field(() => Int, {
    defaultValue: 10,
    description: 'How long it may take, from 1 to 60. What has begun then is finished.',
  })
  seconds: number;
}
