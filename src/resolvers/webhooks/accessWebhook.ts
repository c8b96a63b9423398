import { accessWorkspace } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import type { Webhook } from '../../schema/webhook.js';
import type { WebhookDelivery } from '../../schema/webhookDelivery.js';
import type { Unit } from '../../storage/orm.js';
import { findDelivery, findWebhook } from '../../storage/webhooks.js';
import { orNull } from '../orNull.js';

/**
 * Loads a webhook for an admin of its workspace; only admins, because webhooks send collected data elsewhere. Webhooks of other workspaces
 * fail like missing ones, with `WEBHOOK_NOT_FOUND`; members get `FORBIDDEN`.
 */
export async function accessWebhook(
  unit: Unit,
  context: Context,
  webhookId: string,
): Promise<Webhook> {
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
export async function accessDelivery(
  unit: Unit,
  context: Context,
  deliveryId: string,
): Promise<WebhookDelivery> {
  const delivery = await findDelivery(unit, deliveryId);
  const webhook = await orNull(accessWebhook(unit, context, delivery?.webhookId ?? ''));
  if (!delivery || !webhook) throw commonFailure('WEBHOOK_DELIVERY_NOT_FOUND');
  return delivery;
}
