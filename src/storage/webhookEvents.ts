import type { WebhookEventType } from '../schema/enums.js';
import type { Unit } from './orm.js';

/** An event of a bot that no turn caused (`migrations/0031-tell-webhooks.sql`). */
export interface BotEvent {
  readonly botId: string;
  readonly type: WebhookEventType;
  /** The `data` of the payload, besides the id of the bot. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Queues an event for the webhooks that receive it, in the transaction of the unit where it has one: they receive it exactly when the rest
 * of that transaction is written. Events of one bot are delivered in the order in which they were written.
 */
export async function tellWebhooks(unit: Unit, { botId, type, data }: BotEvent): Promise<void> {
  await unit.execute(
    `insert into webhook_delivery (id, webhook_id, event_type, data, status, attempt, due_at, queued_at, created_at, queue)
      select 'whd_' || replace(gen_random_uuid()::text, '-', ''), webhook.id, event.type, event.data, 'PENDING', 0,
        now(), now(), now(), event.bot_id
      from (select ?::text as type, id as bot_id, workspace_id, ?::json as data from bot where id = ?) as event
      join webhook on webhook.workspace_id = event.workspace_id
      where webhook.is_enabled and (webhook.bot_id is null or webhook.bot_id = event.bot_id)
        and event.type = any(webhook.event_types)`,
    [type, JSON.stringify({ botId, ...data }), botId],
  );
}

/** An event of a workspace. */
export interface WorkspaceEvent {
  readonly workspaceId: string;
  /** The id of what the event is about: events about the same are delivered in the order in which they were written. */
  readonly queue: string;
  readonly type: WebhookEventType;
  /** The `data` of the payload. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The same for an event of a workspace. Webhooks of a single bot do not receive it. */
export async function tellWorkspaceWebhooks(
  unit: Unit,
  { workspaceId, queue, type, data }: WorkspaceEvent,
): Promise<void> {
  await unit.execute(
    `insert into webhook_delivery (id, webhook_id, event_type, data, status, attempt, due_at, queued_at, created_at, queue)
      select 'whd_' || replace(gen_random_uuid()::text, '-', ''), id, ?, ?::json, 'PENDING', 0, now(), now(), now(), ?
      from webhook where workspace_id = ? and is_enabled and bot_id is null and ? = any(event_types)`,
    [type, JSON.stringify(data), queue, workspaceId, type],
  );
}
