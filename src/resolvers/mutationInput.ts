import { Field, InputType } from 'type-graphql';

/** What every mutation may be sent besides its own fields. */
@InputType()
export abstract class MutationInput {
  @Field(() => String, { nullable: true, description: 'Sent back unchanged in the payload.' })
  clientMutationId?: string | null;
}
