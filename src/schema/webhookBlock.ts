import { Field, ID, ObjectType } from 'type-graphql';

/** A block that sends a request, as automation tools list it. */
@ObjectType({ description: 'A block that sends a request, as automation tools list it.' })
export class WebhookBlock {
  @Field(() => ID, { description: 'Its id.' })
  blockId: string;

  @Field(() => String, { description: '`Webhook`, `Zapier`, `Make.com` or `Pabbly`.' })
  type: string;

  @Field(() => String, { description: 'The title of its group, and its place in it.' })
  label: string;

  @Field(() => String, {
    nullable: true,
    description: 'Where its request goes; null until that is set.',
  })
  url: string | null;
}
