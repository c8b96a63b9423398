import type { Context } from '../../context/context.js';
import type { BotVersion } from '../../schema/bot.js';

/** The version of this bot with this id, or null. Loads of one tick are one statement. */
export async function findVersionOf(
  context: Context,
  botId: string,
  versionId: string,
): Promise<BotVersion | null> {
  const version = await context.loaders().version.load(versionId);
  return version?.botId === botId ? version : null;
}
