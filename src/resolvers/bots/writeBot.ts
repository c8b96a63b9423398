import { signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import type { Bot } from '../../schema/bot.js';
import { changeBot, type BotWrite } from '../../storage/bots.js';
import type { Unit } from '../../storage/orm.js';

/** Changes a bot in the caller's name and wakes its watchers. The caller's rights must have been checked. */
export async function writeBot(
  context: Context,
  write: Omit<BotWrite, 'actorId'>,
  change: (bot: Bot, unit: Unit) => Promise<void>,
): Promise<Bot> {
  const { userId: actorId } = signedIn(await context.caller());
  const bot = await changeBot(context.openUnit(), { ...write, actorId }, change);
  context.wakeUps.announce(bot.id);
  return bot;
}
