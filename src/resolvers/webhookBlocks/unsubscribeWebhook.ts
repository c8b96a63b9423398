import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { setAddress, WebhookBlockInput, WebhookBlockPayload } from './subscribeWebhook.js';

/** Lets an automation tool remove the URL of its trigger. */
@Resolver()
export class UnsubscribeWebhook {
  @Mutation(() => WebhookBlockPayload, {
    description: 'Clears where the request of a block goes, so that nothing is sent.',
  })
  async unsubscribeWebhook(
    @Arg('input', () => WebhookBlockInput, { description: 'Which block of which bot.' })
    input: WebhookBlockInput,
    @Ctx() context: Context,
  ): Promise<Partial<WebhookBlockPayload>> {
    return setAddress(context, input, null);
  }
}
