import type { Context } from '../../context/context.js';
import { type FlowDefinition, compileFlow, type Flow } from '../../engine/index.js';
import type { Bot } from '../../schema/bot.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { findVersionOf } from './findVersionOf.js';

/** The draft of a bot, which is loaded unless the bot has it. */
export async function draftOf(bot: Bot, context: Context): Promise<FlowDefinition> {
  const loaded: FlowDefinition | undefined = bot.draft;
  return loaded ?? context.loaders().draft.load(bot.id);
}

/** The flow of a version of a bot, or of its draft without one. Fails with `VERSION_NOT_FOUND`. */
export async function simulatedFlow(
  context: Context,
  bot: Bot,
  versionId: string | null | undefined,
): Promise<Flow> {
  if (typeof versionId !== 'string') return compileFlow('draft', await draftOf(bot, context));
  const version = await findVersionOf(context, bot.id, versionId);
  if (!version) throw commonFailure('VERSION_NOT_FOUND');
  return context.chats.flows.load(version.flowId);
}
