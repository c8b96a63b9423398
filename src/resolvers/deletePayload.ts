import { Field, ID, ObjectType } from 'type-graphql';
import { Payload } from '../schema/userError.js';

/** The payload of a mutation that removes something. */
@ObjectType({ description: 'The payload of a mutation that removes something.' })
export class DeletePayload extends Payload {
  @Field(() => ID, { nullable: true, description: 'The id of what is gone.' })
  deletedId?: string;
}
