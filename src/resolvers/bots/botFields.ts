import { Arg, Ctx, Field, FieldResolver, ID, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context.js';
import { Bot } from '../../schema/bot.js';
import { BotDocument, PublishedBotDocument } from '../../schema/scalars.js';
import { findLiveVersion } from '../../storage/bots.js';

/** What new chats of a bot run. */
@ObjectType({ description: 'What new chats of a bot run.' })
class PublishedBot {
  @Field(() => ID, { description: 'The id of the version.' })
  id: string;

  @Field(() => Int)
  number: number;

  document: unknown;

  @Field(() => PublishedBotDocument, { description: 'The whole, exactly as REST sends it.' })
  raw(
    @Root() published: PublishedBot,
    @Arg('migrateToLatestVersion', () => Boolean, {
      nullable: true,
      defaultValue: false,
      description: 'Changes nothing here: what is stored is always of the latest version.',
    })
    _migrateToLatestVersion: boolean,
  ): unknown {
    return published.document;
  }
}

/** The fields of a bot that are not columns of it. */
@Resolver(() => Bot)
export class BotFields {
  @FieldResolver(() => String, {
    description: 'The version of the schema the draft is written in.',
  })
  version(@Root() bot: Bot): string {
    return bot.draft.version;
  }

  @FieldResolver(() => BotDocument, { description: 'The whole bot, exactly as REST sends it.' })
  raw(@Root() bot: Bot): unknown {
    const { version, events, groups, edges, variables, theme, settings, ...others } = bot.draft;
    return {
      version,
      id: bot.id,
      name: bot.name,
      events,
      groups,
      edges,
      variables,
      theme,
      selectedThemeTemplateId: bot.selectedThemeTemplateId,
      settings,
      createdAt: bot.createdAt,
      updatedAt: bot.updatedAt,
      icon: bot.icon,
      folderId: bot.folderId,
      publicId: bot.publicId,
      customDomain: bot.customDomain,
      workspaceId: bot.workspaceId,
      resultsTablePreferences: bot.resultsTablePreferences,
      isArchived: bot.isArchived,
      isClosed: bot.isClosed,
      messengerCredentialsId: bot.messengerCredentialsId,
      riskLevel: bot.riskLevel,
      ...others,
    };
  }

  @FieldResolver(() => PublishedBot, {
    nullable: true,
    description: 'What new chats run; null when the bot was never published.',
  })
  async published(
    @Root() bot: Bot,
    @Ctx() context: Context,
  ): Promise<Pick<PublishedBot, 'id' | 'number' | 'document'> | null> {
    const version = await findLiveVersion(context.openUnit(), bot);
    if (!version) return null;
    const { definition } = await context.chats.flows.load(version.flowId);
    const { id, number, createdAt } = version;
    const document = { id, botId: bot.id, createdAt, updatedAt: createdAt, ...definition };
    return { id, number, document };
  }
}
