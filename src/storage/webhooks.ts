import { WebhookEventType } from '../schema/enums.js';
import { Webhook } from '../schema/webhook.js';
import { WebhookDelivery } from '../schema/webhookDelivery.js';
import { newId, randomText } from './newId.js';
import type { Unit } from './orm.js';
import { pagesBy, readingOf, type Page, type Slice } from './page.js';
import { shardKeyOf } from './shardKeys.js';
import { unionOf } from './unionOf.js';

/** An id for a new webhook. It is needed before the webhook is stored, because its secret is sealed with it. */
export function newWebhookId(): string {
  return newId('whk');
}

/** Stores a new webhook, which receives events from now on. */
export async function createWebhook(
  unit: Unit,
  made: Pick<Webhook, 'id' | 'workspaceId' | 'botId' | 'url' | 'eventTypes' | 'keyId' | 'sealed'>,
): Promise<Webhook> {
  const now = new Date();
  const times = { previousSecretUntil: null, goneAt: null, createdAt: now, updatedAt: now };
  const webhook = unit.create(Webhook, { ...made, ...times, isEnabled: true });
  await unit.flush();
  return webhook;
}

/** The webhooks of these workspaces, oldest first. */
export async function listWebhooks(
  unit: Unit,
  workspaceIds: readonly string[],
): Promise<Webhook[]> {
  const workspaceId = { $in: [...workspaceIds] };
  return unit.find(Webhook, { workspaceId }, { orderBy: { id: 'asc' } });
}

/** The number of webhooks of a workspace. */
export async function countWebhooks(unit: Unit, workspaceId: string): Promise<number> {
  return unit.count(Webhook, { workspaceId });
}

/** The webhook with this id, with its sealed secrets, or null. */
export async function findWebhook(unit: Unit, id: string): Promise<Webhook | null> {
  return unit.findOne(Webhook, { id }, { populate: ['sealed'] });
}

/** Changes a webhook; enabling it clears `goneAt`. */
export async function changeWebhook(
  unit: Unit,
  webhook: Webhook,
  change: Partial<
    Pick<Webhook, 'url' | 'eventTypes' | 'isEnabled' | 'keyId' | 'sealed' | 'previousSecretUntil'>
  >,
): Promise<Webhook> {
  const revived = change.isEnabled ? { goneAt: null } : {};
  Object.assign(webhook, change, revived, { updatedAt: new Date() });
  await unit.flush();
  return webhook;
}

/** Deletes a webhook with the log of its deliveries. */
export async function deleteWebhook(unit: Unit, { id }: Webhook): Promise<void> {
  await unit.transactional(async (inner) => {
    await inner.nativeDelete(Webhook, { id });
    await inner.nativeDelete(WebhookDelivery, { webhookId: id });
  });
}

/** Queues an event that only this webhook receives. */
export async function addTestDelivery(unit: Unit, webhook: Webhook): Promise<WebhookDelivery> {
  const now = new Date();
  const id = `whd_${randomText(32)}`;
  const { workspaceId, botId } = webhook;
  // Plain SQL: the ORM cannot leave `position` to the database and read it back.
  await unit.execute(
    `insert into webhook_delivery (id, webhook_id, event_type, queue, data, status, attempt, due_at, queued_at, created_at)
      values (?, ?, ?, ?, ?::json, 'PENDING', 0, ?, ?, ?)`,
    [
      ...[id, webhook.id, WebhookEventType.WEBHOOK_TEST, id],
      JSON.stringify({ workspaceId, botId }),
      ...[now, now, now],
    ],
  );
  return unit.findOneOrFail(WebhookDelivery, { id });
}

/** The delivery with this id, or null. */
export async function findDelivery(unit: Unit, id: string): Promise<WebhookDelivery | null> {
  return unit.findOne(WebhookDelivery, { shardKey: shardKeyOf(id), id });
}

/** Repeats a delivery that was made or given up; a pending one is attempted at once. It then has 3 days again. */
export async function repeatDelivery(unit: Unit, delivery: WebhookDelivery): Promise<void> {
  const now = new Date();
  await unit.nativeUpdate(
    WebhookDelivery,
    { shardKey: delivery.shardKey, id: delivery.id },
    { status: 'PENDING', dueAt: now, queuedAt: now, pause: null, finishedAt: null },
  );
  await unit.refresh(delivery);
}

/** A page of the deliveries of each of these webhooks, newest first. */
export async function listDeliveries(
  unit: Unit,
  webhookIds: readonly string[],
  slice: Slice<number>,
): Promise<Map<string, Page<WebhookDelivery>>> {
  const { range, order, limit } = readingOf(slice, 'desc');
  const orderBy = { position: order };
  const lists = webhookIds.map((webhookId) =>
    unit
      .createQueryBuilder(WebhookDelivery)
      .select(['id'])
      .where({ webhookId, ...(range && { position: range }) })
      .orderBy(orderBy)
      .limit(limit),
  );
  const id = { $in: unionOf(lists) };
  return pagesBy('webhookId', await unit.find(WebhookDelivery, { id }, { orderBy }), slice);
}

/** Some webhooks whose secrets are sealed with another key than this one, with their secrets. */
export async function listWebhooksSealedOtherwise(
  unit: Unit,
  keyId: string,
  limit: number,
): Promise<Webhook[]> {
  const others = { keyId: { $ne: keyId } };
  return unit.find(Webhook, others, { populate: ['sealed'], orderBy: { id: 'asc' }, limit });
}

/** Stores secrets that were sealed again, unless they were changed meanwhile. */
export async function resealWebhook(
  unit: Unit,
  old: Pick<Webhook, 'id' | 'sealed'>,
  next: Pick<Webhook, 'keyId' | 'sealed'>,
): Promise<void> {
  await unit.nativeUpdate(Webhook, { id: old.id, sealed: old.sealed }, next);
}
