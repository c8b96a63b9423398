import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { deleteWebhook } from '../../storage/webhooks.js';
import { DeletePayload } from '../deletePayload.js';
import { accessWebhook } from './accessWebhook.js';
import { WebhookInput } from './updateWebhook.js';

/** Deletes a webhook with the log of its deliveries. */
@Resolver()
export class DeleteWebhook {
  @Mutation(() => DeletePayload, {
    description: 'Deletes a webhook with the log of its deliveries; what waits is not sent.',
  })
  async deleteWebhook(
    @Arg('input', () => WebhookInput, { description: 'Which webhook.' })
    { webhookId }: WebhookInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const unit = context.openUnit();
    const webhook = await accessWebhook(unit, context, webhookId);
    const { workspaceId, botId } = webhook;
    await deleteWebhook(unit, webhook);
    return { deletedId: webhookId, workspaceId, botId };
  }
}
