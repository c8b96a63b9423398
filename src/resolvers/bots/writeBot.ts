import { signedIn } from '../../auth/access.js';
import { botsTopic, type Context } from '../../context/context.js';
import type { Bot } from '../../schema/bot.js';
import { InFlightPolicy } from '../../schema/enums.js';
import { changeBot, createBot, type BotMade, type BotWrite } from '../../storage/bots.js';
import type { Unit } from '../../storage/orm.js';

/** Changes a bot in the caller's name and wakes its watchers. The caller's rights must have been checked. */
export async function writeBot(
  context: Context,
  write: Omit<BotWrite, 'actorId'>,
  change: (bot: Bot, unit: Unit) => Promise<void>,
): Promise<Bot> {
  const { userId: actorId } = signedIn(await context.caller());
  let before = '';
  const bot = await changeBot(context.openUnit(), { ...write, actorId }, async (stored, unit) => {
    before = movesOf(stored);
    await change(stored, unit);
  });
  if (movesOf(bot) !== before) context.chats.announceMoves(bot.id);
  context.wakeUps.announce(bot.id);
  context.wakeUps.announce(botsTopic(bot.workspaceId));
  return bot;
}

/** Where open chats of a bot move; the empty text where they do not. */
function movesOf({ inFlightPolicy, inFlightMessage, liveVersionId }: Bot): string {
  const moves = [inFlightPolicy, inFlightMessage, liveVersionId];
  return inFlightPolicy === InFlightPolicy.FINISH_ON_OLD ? '' : JSON.stringify(moves);
}

/** Creates a bot in the caller's name and wakes those who watch the bots of its workspace. The caller's rights must have been checked. */
export async function makeBot(context: Context, made: BotMade): Promise<Bot> {
  const { userId } = signedIn(await context.caller());
  const bot = await createBot(context.openUnit(), made, userId);
  context.wakeUps.announce(botsTopic(bot.workspaceId));
  return bot;
}
