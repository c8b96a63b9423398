import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Failure, invalid } from '../../errors/errors.js';
import { accessWorkspace } from '../../auth/access.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Webhook } from '../../schema/webhook.js';
import { WebhookDelivery } from '../../schema/webhookDelivery.js';
import type { Unit } from '../../storage/orm.js';
import {
  findDelivery,
  findWebhook,
  countWebhooks,
  createWebhook,
  newWebhookId,
  changeWebhook,
  deleteWebhook,
  addTestDelivery,
  repeatDelivery,
} from '../../storage/webhooks.js';
import { orNull } from '../findFor.js';
import { newWebhookSecret, sealWebhookSecrets, rotatedSecrets } from '../../auth/webhookSecrets.js';
import { WebhookEventType } from '../../schema/enums.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { WebUrl } from '../../schema/webUrl.js';
import { isBotOf } from '../../storage/bots.js';
import { MutationInput } from '../mutationInput.js';
import { DeletePayload } from '../deletePayload.js';

/**
 * Fails with `URL_REFUSED` if the guard of outgoing requests refuses the URL itself. The IP addresses of a host name may change, so the
 * guard checks them whenever an event is sent.
 */
function assertReachable({ whyRefused }: Context, url: string): void {
  const why = whyRefused(new URL(url));
  if (why === undefined) return;
  const message = `No event can be sent to this address: ${why}`;
  throw new Failure('URL_REFUSED', message, [{ path: ['url'], message }]);
}

/**
 * Loads a webhook for an admin of its workspace; only admins, because webhooks send collected data elsewhere. Webhooks of other workspaces
 * fail like missing ones, with `WEBHOOK_NOT_FOUND`; members get `FORBIDDEN`.
 */
async function accessWebhook(unit: Unit, context: Context, webhookId: string): Promise<Webhook> {
  const caller = await context.caller();
  const webhook = await findWebhook(unit, webhookId);
  const workspaceId = webhook?.workspaceId ?? '';
  const workspace = await orNull(
    accessWorkspace(unit, { caller, workspaceId, intent: 'administer' }),
  );
  if (!webhook || !workspace) throw commonFailure('WEBHOOK_NOT_FOUND');
  return webhook;
}

/** Loads a delivery of a webhook, with the same rights; else fails with `WEBHOOK_DELIVERY_NOT_FOUND`. */
async function accessDelivery(
  unit: Unit,
  context: Context,
  deliveryId: string,
): Promise<WebhookDelivery> {
  const delivery = await findDelivery(unit, deliveryId);
  const webhook = await orNull(accessWebhook(unit, context, delivery?.webhookId ?? ''));
  if (!delivery || !webhook) throw commonFailure('WEBHOOK_DELIVERY_NOT_FOUND');
  return delivery;
}

@InputType({ description: 'The webhook to create.' })
class CreateWebhookInput extends MutationInput {
  @Field(() => ID, 'The workspace it is for.') workspaceId: string;

  @NullableField(() => ID, {
    description: 'A bot of the workspace, to receive the events of that one only; absent: of all.',
  })
  botId?: string | null;

  @Field(() => WebUrl, 'Where to send events.') url: string;
  @Field(() => [WebhookEventType], 'What to tell it of.') eventTypes: WebhookEventType[];
}

@ObjectType({ description: 'A webhook with a new secret.' })
class WebhookSecretPayload extends Payload {
  @NullableField(() => Webhook, 'The webhook.') webhook?: Webhook;

  @NullableField(() => String, 'The secret by which receivers verify requests; shown this once.')
  secret?: string;
}

/** Webhooks of a workspace, at most: each turn of its bots writes to all of them. */
const MAX_WEBHOOKS = 20;

async function assertPossible(
  unit: Unit,
  workspaceId: string,
  botId: string | null,
): Promise<void> {
  if (botId !== null && !(await isBotOf(unit, workspaceId, botId))) {
    throw commonFailure('BOT_NOT_FOUND');
  }
  if ((await countWebhooks(unit, workspaceId)) < MAX_WEBHOOKS) return;
  const message = `A workspace can have ${MAX_WEBHOOKS} webhooks; delete one that is not needed`;
  throw invalid([{ path: ['workspaceId'], message }]);
}

@InputType({ description: 'Which webhook.' })
class WebhookInput extends MutationInput {
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

@ObjectType({ description: 'A delivery that is to be sent.' })
class WebhookDeliveryPayload extends Payload {
  @NullableField(() => WebhookDelivery, {
    description: 'The delivery; read it again after a moment to see what came of it.',
  })
  webhookDelivery?: WebhookDelivery;
}

@InputType({ description: 'Which delivery to send again.' })
class RedeliverWebhookDeliveryInput extends MutationInput {
  @Field(() => ID, 'The delivery.') webhookDeliveryId: string;
}

/** Changes webhooks and sends their deliveries. */
@Resolver()
export class WebhookMutations {
  @Mutation(() => WebhookSecretPayload, {
    description: 'Creates a webhook, which receives what happens from now on.',
  })
  async createWebhook(
    @Arg('input', () => CreateWebhookInput, { description: 'The webhook to create.' })
    { workspaceId, botId = null, url, eventTypes }: CreateWebhookInput,
    @Ctx() context: Context,
  ): Promise<Partial<WebhookSecretPayload>> {
    const unit = context.openUnit();
    const caller = await context.caller();
    await accessWorkspace(unit, { caller, workspaceId, intent: 'administer' });
    assertReachable(context, url);
    await assertPossible(unit, workspaceId, botId);
    const id = newWebhookId();
    const secret = newWebhookSecret();
    const sealed = await sealWebhookSecrets(context.secrets, { id, workspaceId }, [secret]);
    const target = { url, eventTypes: [...new Set(eventTypes)] };
    const webhook = await createWebhook(unit, { id, workspaceId, botId, ...target, ...sealed });
    return { webhook, secret };
  }

  /** Changes a webhook. Deliveries that are still pending go to its new URL. */
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

  /** Replaces the secret of a webhook. For a day, requests are signed with both secrets, so that receivers have time to change. */
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

  /** Sends a test event to a webhook once; a failure is not retried. */
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

  /** Sends an event again with the same id, by which a receiver recognises a duplicate. */
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
