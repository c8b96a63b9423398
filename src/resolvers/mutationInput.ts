import { Field, InputType } from 'type-graphql';

/** The members that the inputs of all mutations share. */
@InputType()
export abstract class MutationInput {
  @Field(() => String, { nullable: true, description: 'Sent back unchanged in the payload.' })
  clientMutationId?: string | null;
}
