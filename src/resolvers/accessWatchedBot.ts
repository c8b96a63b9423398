import { accessBot, type BotIntent } from '../auth/access.js';
import type { Context } from '../context/context.js';
import type { Bot } from '../schema/bot.js';

/**
 * The bot that a subscription watches, by the rights that its caller has now; fails once they are gone. Also an archived bot:
 * archiving it is an event, too.
 */
export async function accessWatchedBot(
  context: Context,
  botId: string,
  intent: BotIntent,
): Promise<Bot> {
  const caller = await context.callerNow();
  return accessBot(context.openUnit(), { caller, botId, intent, archive: 'either' });
}
