import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import type { FlowDefinition } from '../../engine/index.js';
import { Bot, BotVersion } from '../../schema/bot.js';

/** The published version of a bot, loaded only when needed. */
@Resolver(() => Bot)
export class BotPublished {
  @FieldResolver(() => BotVersion, {
    nullable: true,
    description: 'What new chats run; null while the bot is not published.',
  })
  async publishedVersion(@Root() bot: Bot, @Ctx() context: Context): Promise<BotVersion | null> {
    return (await liveVersionOf(bot, context)) ?? null;
  }
}

/** The flow new chats of a bot run; none while it is not published. */
export async function liveDefinitionOf(
  bot: Bot,
  context: Context,
): Promise<FlowDefinition | undefined> {
  const version = await liveVersionOf(bot, context);
  return version && context.loaders().definition.load(version.flowId);
}

async function liveVersionOf(bot: Bot, context: Context): Promise<BotVersion | undefined> {
  const { liveVersionId } = bot;
  return liveVersionId === null ? undefined : context.loaders().version.load(liveVersionId);
}
