import { Field, ID, InputType } from 'type-graphql';
import { MutationInput } from '../mutationInput.js';

/** The input of mutations that need no more than to know which bot. */
@InputType({ description: 'Which bot.' })
export class BotInput extends MutationInput {
  @Field(() => ID, { description: 'The bot.' })
  botId: string;
}
