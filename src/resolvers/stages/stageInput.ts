import { ID, InputType } from 'type-graphql';
import { Field } from '../../schema/field.js';
import { ShortText } from '../../schema/scalars.js';
import { MutationInput } from '../mutationInput.js';

/** The input of mutations that need only a stage. */
@InputType({ description: 'Which stage of which bot.' })
export class StageInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;
  @Field(() => ShortText, 'The name of the stage.') stage: string;
}
