import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Field } from '../../schema/field.js';
import { repeatDelivery } from '../../storage/webhooks.js';
import { MutationInput } from '../mutationInput.js';
import { accessDelivery } from './accessWebhook.js';
import { WebhookDeliveryPayload } from './sendTestWebhook.js';

@InputType({ description: 'Which delivery to send again.' })
class RedeliverWebhookDeliveryInput extends MutationInput {
  @Field(() => ID, 'The delivery.') webhookDeliveryId: string;
}

/** Sends an event again with the same id, by which a receiver recognises a duplicate. */
@Resolver()
export class RedeliverWebhookDelivery {
  @Mutation(() => WebhookDeliveryPayload, {
    description: 'Sends an event again, with the same id; it is tried for 3 days again.',
  })
  async redeliverWebhookDelivery(
    @Arg('input', () => RedeliverWebhookDeliveryInput, { description: 'Which delivery.' })
    { webhookDeliveryId }: RedeliverWebhookDeliveryInput,
    @Ctx() context: Context,
  ): Promise<Partial<WebhookDeliveryPayload>> {
    const unit = context.openUnit();
    const webhookDelivery = await accessDelivery(unit, context, webhookDeliveryId);
    await repeatDelivery(unit, webhookDelivery);
    return { webhookDelivery };
  }
}
