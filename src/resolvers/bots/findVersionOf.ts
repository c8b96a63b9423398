import type { Context } from '../../context/context.js';
import type { BotVersion } from '../../schema/bot.js';

/** A version of this bot, by its id; null when the bot has none with it. Several at once are one statement. */
export async function findVersionOf(
  context: Context,
  botId: string,
  versionId: string,
): Promise<BotVersion | null> {
  const version = await context.loaders().version.load(versionId);
  return version?.botId === botId ? version : null;
}
