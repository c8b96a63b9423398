import { Arg, Ctx, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { WebhookDelivery } from '../../schema/webhookDelivery.js';
import { addTestDelivery } from '../../storage/webhooks.js';
import { accessWebhook } from './accessWebhook.js';
import { WebhookInput } from './updateWebhook.js';

@ObjectType({ description: 'A delivery that is to be sent.' })
export class WebhookDeliveryPayload extends Payload {
  @NullableField(() => WebhookDelivery, {
    description: 'The delivery; read it again after a moment to see what came of it.',
  })
  webhookDelivery?: WebhookDelivery;
}

/** Sends a test event to a webhook once; a failure is not retried. */
@Resolver()
export class SendTestWebhook {
  @Mutation(() => WebhookDeliveryPayload, {
    description: 'Sends a webhook the event `webhook.test`, once.',
  })
  async sendTestWebhook(
    @Arg('input', () => WebhookInput, { description: 'Which webhook.' })
    { webhookId }: WebhookInput,
    @Ctx() context: Context,
  ): Promise<Partial<WebhookDeliveryPayload>> {
    const unit = context.openUnit();
    const webhook = await accessWebhook(unit, context, webhookId);
    return { webhookDelivery: await addTestDelivery(unit, webhook) };
  }
}
