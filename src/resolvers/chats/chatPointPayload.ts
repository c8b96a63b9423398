import { Field, Int, ObjectType } from 'type-graphql';
import { Payload } from '../../schema/userError.js';

/** The payload of a mutation that writes to a chat outside a turn: how far the chat is now. */
@ObjectType()
export abstract class ChatPointPayload extends Payload {
  @Field(() => Int, { nullable: true, description: 'The last turn of the chat.' })
  turn?: number;

  @Field(() => Int, { nullable: true, description: 'The number of the last event of the chat.' })
  lastSeq?: number;
}
