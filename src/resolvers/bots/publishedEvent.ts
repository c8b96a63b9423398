import type { Bot, BotVersion } from '../../schema/bot.js';
import { WebhookEventType } from '../../schema/enums.js';
import type { BotEvent } from '../../storage/webhookEvents.js';

/** The webhook event for another version going live. */
export function publishedEvent(
  { id, number, label }: BotVersion,
  { id: botId, publicId }: Bot,
): BotEvent {
  return {
    botId,
    type: WebhookEventType.BOT_PUBLISHED,
    data: { publicId, version: { id, number, label } },
  };
}
