import { Field, ID, ObjectType } from 'type-graphql';
import { Payload } from '../schema/userError.js';

/** What a mutation that puts something away answers with. */
@ObjectType({ description: 'What a mutation that puts something away answers with.' })
export class DeletePayload extends Payload {
  @Field(() => ID, { nullable: true, description: 'The id of what is gone.' })
  deletedId?: string;
}
