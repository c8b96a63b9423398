import { Arg, Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import type { FlowDefinition } from '../../engine/index.js';
import { Bot, BotVersion } from '../../schema/bot.js';
import { PublishedBotDocument } from '../../schema/scalars.js';

/** What new chats of a bot run. */
@ObjectType({ description: 'What new chats of a bot run.' })
export class PublishedBot {
  @Field(() => ID, { description: 'The id of the version.' })
  versionId: string;

  @Field(() => Int, { description: 'The number of the version.' })
  number: number;

  @Field(() => BotVersion, { description: 'The version itself.' })
  version: BotVersion;
}

/** The published version of a bot: identified by its id, and loaded only when needed. */
@Resolver(() => Bot)
export class BotPublished {
  @FieldResolver(() => PublishedBot, {
    nullable: true,
    description: 'What new chats run; null while the bot is not published.',
  })
  async published(@Root() bot: Bot, @Ctx() context: Context): Promise<PublishedBot | null> {
    const version = await liveVersionOf(bot, context);
    return version ? { versionId: version.id, number: version.number, version } : null;
  }
}

/** The document of the published version. */
@Resolver(() => PublishedBot)
export class PublishedBotFields {
  @FieldResolver(() => PublishedBotDocument, {
    description: 'The whole, exactly as REST sends it.',
  })
  async raw(
    @Root() { version }: PublishedBot,
    @Arg('migrateToLatestVersion', () => Boolean, {
      nullable: true,
      defaultValue: false,
      description: 'Changes nothing here: what is stored is always of the latest version.',
    })
    _migrateToLatestVersion: boolean,
    @Ctx() context: Context,
  ): Promise<unknown> {
    const { id, botId, createdAt, flowId } = version;
    const definition = await context.loaders().definition.load(flowId);
    return { ...definition, id, botId, createdAt, updatedAt: createdAt };
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
