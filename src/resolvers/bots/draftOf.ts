import type { Context } from '../../context/context.js';
import type { FlowDefinition } from '../../engine/index.js';
import type { Bot } from '../../schema/bot.js';

/** The draft of a bot that may have been loaded without it. */
export async function draftOf(bot: Bot, context: Context): Promise<FlowDefinition> {
  const loaded: FlowDefinition | undefined = bot.draft;
  return loaded ?? context.loaders().draft.load(bot.id);
}
