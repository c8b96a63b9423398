import { allows, botCaller, isFor, type BotIntent } from '../auth/access.js';
import type { Context } from '../context/context.js';
import type { Bot } from '../schema/bot.js';

/**
 * The bot with this id, if it is not archived and the caller has the right `intent`; else null, as for a missing bot. Loads of one tick are
 * one statement, and their checks another.
 */
export async function findBotFor(
  context: Context,
  botId: string,
  intent: BotIntent,
): Promise<Bot | null> {
  const caller = botCaller(await context.caller(), intent);
  const { bot, place } = context.loaders();
  const [loadedBot, membership] = await Promise.all([
    bot.load(botId),
    place.load({ userId: caller.userId, botId }),
  ]);
  if (!loadedBot || loadedBot.isArchived || !isFor(caller, loadedBot.workspaceId)) return null;
  return allows(intent, membership) ? loadedBot : null;
}
