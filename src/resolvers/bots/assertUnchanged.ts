import { Failure } from '../../errors/errors.js';
import type { Bot } from '../../schema/bot.js';

/** Milliseconds by which a sent `updatedAt` may be older than the stored one, because clocks differ (docs/spec-choices.md, "Bots"). */
const CLOCK_GRACE = 5_000;

/** Refuses, with `BOT_CHANGED`, to overwrite changes that the writer has not seen. */
export function assertUnchanged(
  bot: Bot,
  seen: Date | undefined,
  revision: number | null | undefined,
): void {
  const isOlder = seen !== undefined && bot.updatedAt.getTime() - seen.getTime() > CLOCK_GRACE;
  const isOther = typeof revision === 'number' && revision !== bot.revision;
  if (!isOlder && !isOther) return;
  throw new Failure(
    'BOT_CHANGED',
    `The bot was changed at ${bot.updatedAt.toISOString()} and is at revision ${bot.revision}; load it again`,
  );
}
