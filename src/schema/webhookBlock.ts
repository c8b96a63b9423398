import { ID, ObjectType } from 'type-graphql';
import { Field, NullableField } from './field.js';

/** A block that sends a request, as automation tools list it. */
@ObjectType({ description: 'A block that sends a request, as automation tools list it.' })
export class WebhookBlock {
  @Field(() => ID, 'Its id.') blockId: string;
  @Field(() => String, '`Webhook`, `Zapier`, `Make.com` or `Pabbly`.') type: string;
  @Field(() => String, 'The title of its group, and its place in it.') label: string;

  @NullableField(() => String, 'Where its request goes; null until that is set.')
  url: string | null;
}
