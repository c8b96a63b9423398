import { Field, ID, InputType } from 'type-graphql';
import { MutationInput } from '../mutationInput.js';

/** The input of mutations that need only the id of a bot. */
@InputType({ description: 'Which bot.' })
export class BotInput extends MutationInput {
  @Field(() => ID, { description: 'The bot.' })
  botId: string;
}
