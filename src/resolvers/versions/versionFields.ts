import { Arg, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { diffFlows, type FlowDefinition } from '../../engine/index.js';
import { unhurried } from '../../eventLoop/steps.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Bot, BotVersion } from '../../schema/bot.js';
import { Flow } from '../../schema/flow/flow.js';
import { FlowChangeShown } from '../../schema/flowChange.js';
import { FlowDocument, PublishedBotDocument } from '../../schema/scalars.js';
import { User } from '../../schema/user.js';
import { findVersionOf } from '../bots/findVersionOf.js';
import { Costs, DOCUMENT, Holds, STATEMENT } from '../../schema/queryCost.js';

/** The fields of a version that are not columns. Callers who may read the bot may read its versions. */
@Resolver(() => BotVersion)
export class VersionFields {
  @FieldResolver(() => Bot, { description: 'The bot it was published of.' })
  async bot(@Root() { botId }: BotVersion, @Ctx() context: Context): Promise<Bot | undefined> {
    return context.loaders().bot.load(botId);
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'Who published it, if they are still known.',
  })
  async author(@Root() { authorId }: BotVersion, @Ctx() context: Context): Promise<User | null> {
    return authorId === null ? null : ((await context.loaders().user.load(authorId)) ?? null);
  }

  @FieldResolver(() => Boolean, { description: 'Whether new chats run it.' })
  async isLive(@Root() { id, botId }: BotVersion, @Ctx() context: Context): Promise<boolean> {
    return (await context.loaders().bot.load(botId))?.liveVersionId === id;
  }

  @Costs(DOCUMENT)
  @FieldResolver(() => FlowDocument, { description: 'What was published.' })
  async definition(@Root() version: BotVersion, @Ctx() context: Context): Promise<FlowDefinition> {
    return context.loaders().definition.load(version.flowId);
  }

  @Costs(DOCUMENT)
  @FieldResolver(() => Flow, { description: 'What was published, by its parts.' })
  async flow(@Root() version: BotVersion, @Ctx() context: Context): Promise<FlowDefinition> {
    return context.loaders().definition.load(version.flowId);
  }

  @Costs(DOCUMENT)
  @FieldResolver(() => PublishedBotDocument, {
    description: 'The whole as a bot, exactly as REST sends what was published.',
  })
  async raw(
    @Root() { id, botId, createdAt, flowId }: BotVersion,
    @Arg('migrateToLatestVersion', () => Boolean, {
      nullable: true,
      defaultValue: false,
      description: 'Changes nothing here: what is stored is always of the latest version.',
    })
    _migrateToLatestVersion: boolean,
    @Ctx() context: Context,
  ): Promise<unknown> {
    const definition = await context.loaders().definition.load(flowId);
    return { ...definition, id, botId, createdAt, updatedAt: createdAt };
  }

  @Holds(200)
  @Costs(STATEMENT + 2 * DOCUMENT)
  @FieldResolver(() => [FlowChangeShown], {
    description:
      'What it changed: since the version before it, or since the one named; at most 5,000 changes.',
  })
  async diff(
    @Root() version: BotVersion,
    @Arg('against', () => ID, {
      nullable: true,
      description:
        'A version of the same bot; absent: the one before. The first one adds everything.',
    })
    against: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<FlowChangeShown[]> {
    const { definition } = context.loaders();
    const base = await baseOf(context, version, against);
    const before = base ? await definition.load(base.flowId) : undefined;
    return unhurried(diffFlows(before, await definition.load(version.flowId)));
  }
}

async function baseOf(
  context: Context,
  version: BotVersion,
  against: string | null | undefined,
): Promise<BotVersion | undefined> {
  if (typeof against !== 'string') return context.loaders().versionBefore.load(version);
  const base = await findVersionOf(context, version.botId, against);
  if (!base) throw commonFailure('VERSION_NOT_FOUND');
  return base;
}
