import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { WebhookEventType } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { Webhook } from '../../schema/webhook.js';
import { WebUrl } from '../../schema/webUrl.js';
import { changeWebhook } from '../../storage/webhooks.js';
import { MutationInput } from '../mutationInput.js';
import { accessWebhook } from './accessWebhook.js';
import { assertReachable } from './assertReachable.js';

@InputType({ description: 'Which webhook.' })
export class WebhookInput extends MutationInput {
  @Field(() => ID, 'The webhook.') webhookId: string;
}

@InputType({ description: 'What to change of a webhook; absent members stay as they are.' })
class UpdateWebhookInput extends WebhookInput {
  @NullableField(() => WebUrl, 'Where to send events.') url?: string | null;

  @NullableField(() => [WebhookEventType], 'What to tell it of.')
  eventTypes?: WebhookEventType[] | null;

  @NullableField(() => Boolean, {
    description: 'Whether to tell it of anything; false gives up what waits for it, too.',
  })
  isEnabled?: boolean | null;
}

@ObjectType({ description: 'A webhook as it is now.' })
class WebhookPayload extends Payload {
  @NullableField(() => Webhook, 'The webhook.') webhook?: Webhook;
}

/** Changes a webhook. Deliveries that are still pending go to its new URL. */
@Resolver()
export class UpdateWebhook {
  @Mutation(() => WebhookPayload, {
    description: 'Changes a webhook; what waits for it is sent to its new address.',
  })
  async updateWebhook(
    @Arg('input', () => UpdateWebhookInput, { description: 'What to change.' })
    { webhookId, url, eventTypes, isEnabled }: UpdateWebhookInput,
    @Ctx() context: Context,
  ): Promise<Partial<WebhookPayload>> {
    const unit = context.openUnit();
    const webhook = await accessWebhook(unit, context, webhookId);
    if (typeof url === 'string') assertReachable(context, url);
    const change = {
      ...(typeof url === 'string' && { url }),
      ...(eventTypes && { eventTypes: [...new Set(eventTypes)] }),
      ...(typeof isEnabled === 'boolean' && { isEnabled }),
    };
    return { webhook: await changeWebhook(unit, webhook, change) };
  }
}
