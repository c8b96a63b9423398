import type { Context } from '../../context/context.js';
import type { FlowDefinition } from '../../engine/index.js';
import type { Bot } from '../../schema/bot.js';

/** The draft of a bot, which is loaded unless the bot has it. */
export async function draftOf(bot: Bot, context: Context): Promise<FlowDefinition> {
  const loaded: FlowDefinition | undefined = bot.draft;
  return loaded ?? context.loaders().draft.load(bot.id);
}
