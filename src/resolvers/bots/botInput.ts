import { ID, InputType } from 'type-graphql';
import { Field } from '../../schema/field.js';
import { MutationInput } from '../mutationInput.js';

/** The input of mutations that need only the id of a bot. */
@InputType({ description: 'Which bot.' })
export class BotInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;
}
