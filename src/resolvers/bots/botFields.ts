import { Arg, Args, ArgsType, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import {
  diffFlows,
  flowDefinitionSchema,
  namedIds,
  toOriginal,
  type FlowDefinition,
} from '../../engine/index.js';
import { unhurried } from '../../eventLoop/steps.js';
import { Bot, BotVersion, BotVersionConnection } from '../../schema/bot.js';
import { Credentials } from '../../schema/credentials.js';
import { NullableField } from '../../schema/field.js';
import { Flow } from '../../schema/flow/flow.js';
import { Folder } from '../../schema/folder.js';
import { FlowChangeShown } from '../../schema/flowChange.js';
import { BotDocument, FlowDocument, ShortText } from '../../schema/scalars.js';
import { ThemeTemplate } from '../../schema/themeTemplate.js';
import { Workspace } from '../../schema/workspace.js';
import { mayReadWorkspace, findBotFor } from '../findFor.js';
import { loadOrdered, orderOf } from '../orderedPage.js';
import { NewestFirstArgs, connectionFrom, numberInCursor, sliceOf } from '../pageArgs.js';
import { liveDefinitionOf } from './botPublished.js';
import { draftOf } from './draftOf.js';
import { findVersionOf } from './findVersionOf.js';
import { Costs, DOCUMENT, Holds, STATEMENT } from '../../schema/queryCost.js';

@ArgsType()
class VersionsArgs extends NewestFirstArgs {
  @NullableField(() => ShortText, 'A part of the label, in any case.') search?: string | null;
}

/** The fields of a bot that are not columns. */
@Resolver(() => Bot)
export class BotFields {
  @Costs(DOCUMENT)
  @FieldResolver(() => FlowDocument, {
    description: 'What is being worked on; chats run what was published.',
  })
  async draft(@Root() bot: Bot, @Ctx() context: Context): Promise<FlowDefinition> {
    return draftOf(bot, context);
  }

  @Costs(DOCUMENT)
  @FieldResolver(() => Flow, {
    description: 'The draft by its parts, for those who need some of it.',
  })
  async flow(@Root() bot: Bot, @Ctx() context: Context): Promise<FlowDefinition> {
    return draftOf(bot, context);
  }

  @FieldResolver(() => String, {
    description: 'The version of the schema the draft is written in.',
  })
  version(): string {
    // Stored drafts always have the current version, so no draft needs to be read.
    return flowDefinitionSchema.shape.version.value;
  }

  @Costs(DOCUMENT)
  @FieldResolver(() => BotDocument, { description: 'The whole bot, exactly as REST sends it.' })
  async raw(
    @Root() bot: Bot,
    @Arg('forOriginal', () => Boolean, {
      defaultValue: false,
      description: 'With the names of the original product, so that it can import the bot.',
    })
    forOriginal: boolean,
    @Ctx() context: Context,
  ): Promise<unknown> {
    const whole = documentOf(bot, await draftOf(bot, context));
    return forOriginal ? toOriginal(whole) : whole;
  }

  @FieldResolver(() => Workspace, { description: 'The workspace it belongs to.' })
  async workspace(@Root() bot: Bot, @Ctx() context: Context): Promise<Workspace | undefined> {
    return context.loaders().workspace.load(bot.workspaceId);
  }

  @FieldResolver(() => Folder, {
    nullable: true,
    description:
      'The folder it is in; null at the root, and for people whom only the bot is shared with.',
  })
  async folder(
    @Root() { folderId, workspaceId }: Bot,
    @Ctx() context: Context,
  ): Promise<Folder | null> {
    if (folderId === null || !(await mayReadWorkspace(context, workspaceId))) return null;
    return (await context.loaders().folder.load(folderId)) ?? null;
  }

  @FieldResolver(() => ThemeTemplate, {
    nullable: true,
    description: 'The theme template last applied to it, while there is one with that id.',
  })
  async selectedThemeTemplate(
    @Root() { workspaceId, selectedThemeTemplateId: id }: Bot,
    @Ctx() context: Context,
  ): Promise<ThemeTemplate | null> {
    if (id === null || !(await mayReadWorkspace(context, workspaceId))) return null;
    const template = await context.loaders().themeTemplate.load(id);
    return template?.workspaceId === workspaceId ? template : null;
  }

  @FieldResolver(() => Credentials, {
    nullable: true,
    description: 'The credentials its messenger channel uses; not for guests.',
  })
  async messengerCredentials(
    @Root() { workspaceId, messengerCredentialsId: id }: Bot,
    @Ctx() context: Context,
  ): Promise<Credentials | null> {
    if (id === null || !(await mayReadWorkspace(context, workspaceId))) return null;
    const all = await context.loaders().credentials.load(workspaceId);
    return all.find((credentials) => credentials.id === id) ?? null;
  }

  @FieldResolver(() => String, {
    nullable: true,
    description: 'Where its chats are started, while it is live.',
  })
  startChatUrl(@Root() bot: Bot, @Ctx() { addressForCaller }: Context): string | null {
    const { publicId, liveVersionId } = bot;
    if (publicId === null || liveVersionId === null) return null;
    return `${addressForCaller()}/api/v1/bots/${publicId}/startChat`;
  }

  @FieldResolver(() => Boolean, {
    description: 'Whether the draft differs from what new chats run.',
  })
  async hasUnpublishedChanges(@Root() bot: Bot, @Ctx() context: Context): Promise<boolean> {
    return context.loaders().isUnpublished.load(bot.id);
  }

  @Holds(200)
  @Costs(2 * DOCUMENT)
  @FieldResolver(() => [FlowChangeShown], {
    description:
      'What publishing the draft would change, at most 5,000 changes; everything while nothing is live.',
  })
  async unpublishedChanges(@Root() bot: Bot, @Ctx() context: Context): Promise<FlowChangeShown[]> {
    const live = await liveDefinitionOf(bot, context);
    return unhurried(diffFlows(live, await draftOf(bot, context)));
  }

  @Costs(STATEMENT)
  @FieldResolver(() => BotVersionConnection, { description: 'What was published.' })
  async versions(
    @Root() bot: Bot,
    @Args(() => VersionsArgs) { search, orderBy, ...page }: VersionsArgs,
    @Ctx() context: Context,
  ): Promise<BotVersionConnection> {
    const listed = await loadOrdered(orderOf(orderBy), sliceOf(page, numberInCursor), (slice) => {
      const query = { search: search ?? undefined, slice };
      return context.loaders().versions.load({ of: bot.id, query });
    });
    return connectionFrom(listed, ({ number }) => number);
  }

  @Costs(STATEMENT)
  @FieldResolver(() => BotVersion, {
    nullable: true,
    description: 'One of its versions; null when it has none with this id.',
  })
  async versionById(
    @Root() bot: Bot,
    @Arg('id', () => ID, { description: 'The id of the version.' }) versionId: string,
    @Ctx() context: Context,
  ): Promise<BotVersion | null> {
    return findVersionOf(context, bot.id, versionId);
  }

  @Holds(20)
  @Costs(DOCUMENT)
  @FieldResolver(() => [Bot], {
    description: 'The bots its draft leads into, those of its workspace that you may read.',
  })
  async linkedBots(@Root() bot: Bot, @Ctx() context: Context): Promise<Bot[]> {
    const ids = namedIds(await draftOf(bot, context), 'bot').filter((id) => id !== bot.id);
    const found = await Promise.all(ids.map((id) => findBotFor(context, id, 'read')));
    return found.flatMap((other) => (other?.workspaceId === bot.workspaceId ? [other] : []));
  }
}

function documentOf(bot: Bot, draft: FlowDefinition): Record<string, unknown> {
  const { version, events, groups, edges, variables, theme, settings, ...others } = draft;
  return {
    // Unknown members come first, so that none of them can replace a known one.
    ...others,
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
  };
}
