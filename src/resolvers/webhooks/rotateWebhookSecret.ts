import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import { newWebhookSecret, rotatedSecrets } from '../../auth/webhookSecrets.js';
import type { Context } from '../../context/context.js';
import { changeWebhook } from '../../storage/webhooks.js';
import { accessWebhook } from './accessWebhook.js';
import { WebhookSecretPayload } from './createWebhook.js';
import { WebhookInput } from './updateWebhook.js';

/** Replaces the secret of a webhook. For a day, requests are signed with both secrets, so that receivers have time to change. */
@Resolver()
export class RotateWebhookSecret {
  @Mutation(() => WebhookSecretPayload, {
    description:
      'Gives a webhook a new secret; for a day, requests are signed with the one before, too.',
  })
  async rotateWebhookSecret(
    @Arg('input', () => WebhookInput, { description: 'Which webhook.' })
    { webhookId }: WebhookInput,
    @Ctx() context: Context,
  ): Promise<Partial<WebhookSecretPayload>> {
    const unit = context.openUnit();
    const webhook = await accessWebhook(unit, context, webhookId);
    const secret = newWebhookSecret();
    const rotated = await rotatedSecrets(context.secrets, webhook, secret);
    return { webhook: await changeWebhook(unit, webhook, rotated), secret };
  }
}
