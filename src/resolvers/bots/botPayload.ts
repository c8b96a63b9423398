import { Field, ObjectType } from 'type-graphql';
import { Bot } from '../../schema/bot.js';
import { Payload } from '../../schema/userError.js';

/** The payload of a mutation of a bot. */
@ObjectType({ description: 'What a mutation of a bot answers with.' })
export class BotPayload extends Payload {
  @Field(() => Bot, { nullable: true, description: 'The bot as it is now.' })
  bot?: Bot;
}
