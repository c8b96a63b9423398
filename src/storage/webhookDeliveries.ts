import type { Pool } from 'pg';
import type { Webhook } from '../schema/webhook.js';
import type { WebhookDelivery } from '../schema/webhookDelivery.js';
import { eachKey, keysWith, ofKeys } from './sharded/eachKey.js';
import { shardKeyOf } from './shardKeys.js';

/** Deliveries of one webhook that a process sends at the same time, so that one that hangs delays no other. */
const MOST_PER_WEBHOOK = 16;

/** Waiting deliveries of one webhook that one round considers. */
const LOOKED_AT = 100;

/** A delivery that this process took, with its webhook. `attempt` is a fencing token: only the latest attempt writes. */
export interface TakenDelivery
  extends
    Pick<WebhookDelivery, 'id' | 'attempt' | 'webhookId' | 'eventType' | 'pause'>,
    Pick<Webhook, 'workspaceId' | 'url' | 'keyId' | 'sealed'> {
  /** When the event happened, when it was queued, and until when two secrets sign, in milliseconds since 1970. */
  readonly createdAt: number;
  readonly queuedAt: number;
  readonly bothSignUntil: number;
  /** The data of the event, as JSON. */
  readonly data: string;
  /** False where the webhook is disabled, null where it was deleted. */
  readonly isEnabled: boolean | null;
}

/** How much this process can take. */
export interface Capacity {
  readonly most: number;
  /** The number of deliveries that it is sending, by webhook. */
  readonly sending: ReadonlyMap<string, number>;
  /** Milliseconds after which a delivery that was taken counts as abandoned. */
  readonly lease: number;
}

/**
 * Takes deliveries that are due, of all webhooks alike; no two workers take the same one. Of each queue only the first pending delivery is
 * taken; those behind it are postponed until it is done, or until its next attempt.
 */
export async function takeDeliveries(
  pool: Pool,
  { most, sending, lease }: Capacity,
): Promise<TakenDelivery[]> {
  const parts = await eachKey(pool, () => keysWith(pool, DUE));
  const busy = new Map(sending);
  const taken: TakenRow[] = [];
  for (const keys of parts) {
    if (taken.length >= most) break;
    const { rows } = await pool.query<TakenRow>({
      name: 'webhook_deliveries_take',
      text: TAKE,
      values: [JSON.stringify(Object.fromEntries(busy)), most - taken.length, lease, keys],
    });
    for (const { webhookId } of rows) busy.set(webhookId, (busy.get(webhookId) ?? 0) + 1);
    taken.push(...rows);
  }
  return withWebhooks(pool, taken);
}

type TakenRow = Omit<TakenDelivery, keyof WebhookNow>;

/** A webhook as it is when one of its deliveries is sent. */
type WebhookNow = Pick<
  TakenDelivery,
  'workspaceId' | 'url' | 'keyId' | 'sealed' | 'bothSignUntil' | 'isEnabled'
>;

/** A separate statement, since a cluster has webhooks on another machine than deliveries. */
async function withWebhooks(pool: Pool, taken: readonly TakenRow[]): Promise<TakenDelivery[]> {
  if (taken.length === 0) return [];
  const { rows } = await pool.query<WebhookNow & { readonly id: string | null }>({
    name: 'webhooks_of_deliveries',
    text: `select asked as id, w.workspace_id as "workspaceId", w.url, w.is_enabled as "isEnabled", w.key_id as "keyId", w.sealed,
        coalesce(${millisecondsOf('w.previous_secret_until')}, 0) as "bothSignUntil"
      from unnest($1::text[]) as asked left join webhook as w on w.id = asked`,
    values: [[...new Set(taken.map(({ webhookId }) => webhookId))]],
  });
  const webhooks = new Map(rows.map(({ id, ...webhook }) => [id, webhook]));
  return taken.flatMap((delivery) => {
    const webhook = webhooks.get(delivery.webhookId);
    return webhook ? [{ ...delivery, ...webhook }] : [];
  });
}

const LEASED = `now() + $3::int * interval '1 millisecond'`;

const TAKEN = `d.id, d.attempt, d.webhook_id as "webhookId", d.event_type as "eventType", d.data::text as data,
  ${millisecondsOf('d.created_at')} as "createdAt", ${millisecondsOf('d.queued_at')} as "queuedAt", d.pause`;

function millisecondsOf(time: string): string {
  return `(extract(epoch from ${time}) * 1000)::float8`;
}

const DUE = `webhook_delivery where status = 'PENDING' and due_at <= now()`;

/** `waiting` steps from webhook to webhook through the index, so that one with many deliveries costs no more than another. */
const TAKE = `with recursive waiting (webhook_id) as (
    (select webhook_id from webhook_delivery where ${ofKeys('$4')} and status = 'PENDING' order by webhook_id limit 1)
    union all
    select (select webhook_id from webhook_delivery
      where ${ofKeys('$4')} and status = 'PENDING' and webhook_id > waiting.webhook_id order by webhook_id limit 1)
    from waiting where webhook_id is not null
  ), due as (
    select picked.*, ${MOST_PER_WEBHOOK} - coalesce(($1::json ->> picked.webhook_id)::int, 0) as free
    from waiting cross join lateral (
      select id, webhook_id, queue, position, due_at from webhook_delivery
      where ${ofKeys('$4')} and webhook_id = waiting.webhook_id and status = 'PENDING' and due_at <= now()
      order by due_at, position limit ${LOOKED_AT} for update skip locked) as picked
    where coalesce(($1::json ->> waiting.webhook_id)::int, 0) < ${MOST_PER_WEBHOOK}
  ), placed as (
    select due.id, due.free, first.due_at as put_off,
      row_number() over (partition by due.webhook_id, first.due_at is null order by due.due_at, due.position) as place
    from due left join lateral (
      select due_at from webhook_delivery as earlier
      where ${ofKeys('$4', 'earlier')} and earlier.webhook_id = due.webhook_id and earlier.queue = due.queue
        and earlier.status = 'PENDING' and earlier.position < due.position
      order by earlier.position limit 1) as first on true
  ), put_off as (
    update webhook_delivery as d set due_at = greatest(placed.put_off, ${LEASED})
    from placed where ${ofKeys('$4', 'd')} and d.id = placed.id and placed.put_off is not null
  ), chosen as (
    select id from placed where put_off is null and place <= free order by place limit $2
  ), taken as (
    update webhook_delivery as d set due_at = ${LEASED}, attempt = attempt + 1
    from chosen where ${ofKeys('$4', 'd')} and d.id = chosen.id returning d.*
  )
  select ${TAKEN} from taken as d`;

/** The outcome of an attempt. */
export interface Attempt {
  /** The status of the response; null where there was none. */
  readonly statusCode: number | null;
  /** The beginning of its body. */
  readonly response: string | null;
  /** Why there was no response, or why there is no further attempt. */
  readonly error: string | null;
  /** In milliseconds. */
  readonly duration: number | null;
}

/** How a delivery ends. */
export type Ending = Exclude<WebhookDelivery['status'], 'PENDING'>;

/**
 * Ends a delivery and takes the next one of its queue, where there is one that can be sent at once. Does nothing when another worker has
 * taken it meanwhile.
 */
export async function finishDelivery(
  pool: Pool,
  { id, attempt }: Pick<TakenDelivery, 'id' | 'attempt'>,
  { status, lease, ...outcome }: Attempt & { readonly status: Ending; readonly lease: number },
): Promise<TakenDelivery | undefined> {
  const { rows } = await pool.query<TakenRow>({
    name: 'webhook_delivery_finish',
    text: FINISH,
    values: [id, attempt, lease, ...outcomeValues(outcome), status, shardKeyOf(id)],
  });
  const [next] = await withWebhooks(pool, rows);
  return next;
}

function outcomeValues({ statusCode, response, error, duration }: Attempt): unknown[] {
  return [statusCode, response, error, duration];
}

const NOTED = 'attempted_at = now(), status_code = $4, response = $5, error = $6, duration = $7';

const FINISH = `with done as (
    update webhook_delivery set ${NOTED}, status = $8, due_at = null, finished_at = now()
    where shard_key = $9 and id = $1 and attempt = $2 and status = 'PENDING'
    returning webhook_id, queue
  ), next as (
    select later.id from done cross join lateral (
      select id from webhook_delivery as other
      where other.shard_key = $9 and other.webhook_id = done.webhook_id and other.queue = done.queue and other.status = 'PENDING' and other.id <> $1
      order by other.position limit 1) as later
  ), taken as (
    update webhook_delivery as d set due_at = ${LEASED}, attempt = attempt + 1
    from next where d.shard_key = $9 and d.id = next.id and d.status = 'PENDING' returning d.*
  )
  select ${TAKEN} from taken as d`;

/** Stores an attempt that failed; the next one follows after a pause, in milliseconds. */
export async function putOffDelivery(
  pool: Pool,
  { id, attempt }: Pick<TakenDelivery, 'id' | 'attempt'>,
  { pause, ...outcome }: Attempt & { readonly pause: number },
): Promise<void> {
  await pool.query({
    name: 'webhook_delivery_put_off',
    text: `update webhook_delivery set ${NOTED}, pause = $3, due_at = now() + $3::int * interval '1 millisecond'
      where shard_key = $8 and id = $1 and attempt = $2 and status = 'PENDING'`,
    values: [id, attempt, pause, ...outcomeValues(outcome), shardKeyOf(id)],
  });
}

/** Returns a delivery that was not sent, so that any worker may take it at once. */
export async function returnDelivery(
  pool: Pool,
  { id, attempt }: Pick<TakenDelivery, 'id' | 'attempt'>,
): Promise<void> {
  await pool.query({
    name: 'webhook_delivery_return',
    text: `update webhook_delivery set due_at = now()
      where shard_key = $3 and id = $1 and attempt = $2 and status = 'PENDING'`,
    values: [id, attempt, shardKeyOf(id)],
  });
}

/**
 * Fails what waits for a webhook that is disabled, and deletes it where the webhook was deleted: a batch at most, of deliveries with the
 * shard key of this one. The others follow as they are taken.
 */
export async function giveUpDeliveries(
  pool: Pool,
  { id, webhookId, isEnabled }: Pick<TakenDelivery, 'id' | 'webhookId' | 'isEnabled'>,
): Promise<void> {
  const batch = `shard_key = $2 and id = any(array(select id from webhook_delivery
    where shard_key = $2 and webhook_id = $1 and status = 'PENDING' limit 1000 for update skip locked))`;
  await pool.query(
    isEnabled === null
      ? `delete from webhook_delivery where ${batch}`
      : `update webhook_delivery set status = 'FAILED', error = 'The webhook is disabled', due_at = null,
          finished_at = now() where ${batch}`,
    [webhookId, shardKeyOf(id)],
  );
}

/** Disables a webhook whose receiver responded that it is gone for good. */
export async function noteGone(pool: Pool, webhookId: string): Promise<void> {
  await pool.query({
    name: 'webhook_gone',
    text: `update webhook set is_enabled = false, gone_at = now(), updated_at = now() where id = $1 and is_enabled`,
    values: [webhookId],
  });
}
