import type { WebhookEventType } from '../schema/enums.js';
import { DELIVERY_COLUMNS, DELIVERY_VALUES, IS_TOLD } from './hot/webhookEvents.js';
import type { Unit } from './orm.js';

/** Something that happened to a bot, other than in a turn (`hot/webhookEvents.ts`). */
export interface BotEvent {
  readonly botId: string;
  readonly type: WebhookEventType;
  /** The `data` of the payload, besides the id of the bot. */
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * Writes what webhooks receive an event, in the transaction of the unit where it has one: they receive it exactly when
 * the rest of that transaction is written. Events of one bot are delivered in the order in which they were written.
 */
export async function tellWebhooks(unit: Unit, { botId, type, data }: BotEvent): Promise<void> {
  await unit.execute(
    `insert into webhook_delivery (${DELIVERY_COLUMNS})
      select ${DELIVERY_VALUES}, event.bot_id
      from (select ?::text as type, id as bot_id, workspace_id, null::text as result_id, ?::json as data
        from bot where id = ?) as event
      join webhook on webhook.workspace_id = event.workspace_id
      where ${IS_TOLD}`,
    [type, JSON.stringify({ botId, ...data }), botId],
  );
}
