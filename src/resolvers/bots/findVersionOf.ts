import type { Context } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import type { BotVersion } from '../../schema/bot.js';
import { flowsOfVersion } from '../../storage/flowVariants.js';

/** The version of this bot with this id, or null. Loads of one tick are one statement. */
export async function findVersionOf(
  context: Context,
  botId: string,
  versionId: string,
): Promise<BotVersion | null> {
  const version = await context.loaders().version.load(versionId);
  return version?.botId === botId ? version : null;
}

/**
 * Patterns for the flows of a version in live chats; undefined where no version is asked for. Fails with `VERSION_NOT_FOUND` for one that the
 * bot does not have.
 */
export async function flowsAskedFor(
  context: Context,
  botId: string,
  versionId: string | null | undefined,
): Promise<string[] | undefined> {
  if (typeof versionId !== 'string') return undefined;
  const version = await findVersionOf(context, botId, versionId);
  if (!version) throw commonFailure('VERSION_NOT_FOUND');
  return flowsOfVersion(version);
}
