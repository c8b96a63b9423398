import { Int, ObjectType } from 'type-graphql';
import { ChatEvent } from './chatEvent.js';
import { Field } from './field.js';
import { ChatEventDocument } from './scalars.js';
import { HoldsOnePage } from './queryCost.js';

/** A page of the events of a chat, with the number of the last event. */
@ObjectType({
  description: "Some of a chat's events. There are more while the last one is before `lastSeq`.",
})
export class ChatEventPage {
  @HoldsOnePage @Field(() => [ChatEvent], 'The events, in order.') events: ChatEvent[];

  @HoldsOnePage
  @Field(() => [ChatEventDocument], 'The same events, each in one piece.')
  documents: object[];

  @Field(() => Int, "The number of the log's last event.") lastSeq: number;
  @Field(() => Boolean, 'Whether the chat is over, so that nothing will follow.') isEnded: boolean;
}
