import type { Context } from '../../context/context.js';
import type { BotVersion } from '../../schema/bot.js';

/** The versions whose `isLive` a write has changed: `before` is the id of the live version before it, `now` the one after it. */
export async function changedVersions(
  context: Context,
  before: string | null | undefined,
  now: string | null,
): Promise<BotVersion[]> {
  const ids = before === now ? [] : [before, now].filter((id) => typeof id === 'string');
  const found = await Promise.all(ids.map((id) => context.loaders().version.load(id)));
  return found.flatMap((version) => version ?? []);
}

export const CHANGED_VERSIONS =
  'The versions whose `isLive` changed: the one that new chats ran, and the one they run now.';
