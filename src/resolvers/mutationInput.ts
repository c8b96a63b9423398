import { InputType } from 'type-graphql';
import { NullableField } from '../schema/field.js';

/** The members that the inputs of all mutations share. */
@InputType()
export abstract class MutationInput {
  @NullableField(() => String, 'Sent back unchanged in the payload.')
  clientMutationId?: string | null;
}
