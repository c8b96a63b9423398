import { accessBot, type BotIntent } from '../auth/access.js';
import type { Context } from '../context/context.js';
import type { Bot } from '../schema/bot.js';

/**
 * Loads the bot that a subscription watches. Fails once its caller may no longer watch it. An archived bot is loaded, too, because
 * archiving is a change that watchers receive.
 */
export async function accessWatchedBot(
  context: Context,
  botId: string,
  intent: BotIntent,
): Promise<Bot> {
  const caller = await context.callerNow();
  return accessBot(context.openUnit(), { caller, botId, intent, archive: 'either' });
}
