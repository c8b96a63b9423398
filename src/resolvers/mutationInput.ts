import { Field, InputType } from 'type-graphql';

/** The members of every mutation's input besides its own. */
@InputType()
export abstract class MutationInput {
  @Field(() => String, { nullable: true, description: 'Sent back unchanged in the payload.' })
  clientMutationId?: string | null;
}
