import { Arg, Ctx, FieldResolver, ID, Resolver, Root } from 'type-graphql';
import { botScopesFor, hasScope, signedIn, type BotIntent } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Bot, BotVersion } from '../../schema/bot.js';
import { Chat, ChatAgent, LastMessage, WaitingBlock } from '../../schema/chat.js';
import { ChatNote } from '../../schema/chatNote.js';
import { Result } from '../../schema/result.js';
import { PageLimit } from '../../schema/scalars.js';
import { User } from '../../schema/user.js';
import { Workspace } from '../../schema/workspace.js';
import { findBotFor, findWorkspaceFor } from '../findFor.js';

/** The fields of a chat that are not columns. The right to answer in it was checked. */
@Resolver(() => Chat)
export class ChatFields {
  @FieldResolver(() => Bot, {
    nullable: true,
    description:
      'The bot it began with; null once it is archived, and for a token that may not read bots.',
  })
  async bot(@Root() { botId }: Chat, @Ctx() context: Context): Promise<Bot | null> {
    return seenBot(context, botId, 'read');
  }

  @FieldResolver(() => Workspace, {
    nullable: true,
    description: 'The workspace of its bot; null for those who only see the bot.',
  })
  async workspace(
    @Root() { workspaceId }: Chat,
    @Ctx() context: Context,
  ): Promise<Workspace | null> {
    return findWorkspaceFor(context, workspaceId, 'attend');
  }

  @FieldResolver(() => BotVersion, {
    nullable: true,
    description:
      'The version it began with; null when that is not known, and for those who may not read results.',
  })
  async version(@Root() chat: Chat, @Ctx() context: Context): Promise<BotVersion | null> {
    const result = await resultOf(chat, context);
    if (!result) return null;
    const { botId, flowId } = result;
    return (await context.loaders().versionOfFlow.load({ botId, flowId })) ?? null;
  }

  @FieldResolver(() => Result, {
    nullable: true,
    description: 'What it collected, with its transcript; null for those who may not read results.',
  })
  async result(@Root() chat: Chat, @Ctx() context: Context): Promise<Result | null> {
    return resultOf(chat, context);
  }

  @FieldResolver(() => WaitingBlock, {
    nullable: true,
    description: 'The block at which it waits; null where its bot did not begin, or has ended.',
  })
  waiting(@Root() { groupId, blockId }: Chat): WaitingBlock | null {
    return groupId === null || blockId === null ? null : { groupId, blockId };
  }

  @FieldResolver(() => LastMessage, {
    nullable: true,
    description: 'Its newest message; null until one was sent after a person took part.',
  })
  last(@Root() chat: Chat): LastMessage | null {
    const { lastText: text, lastRole: role, lastAt: at, lastAgentId: userId, lastAgentName } = chat;
    if (text === null || role === null || at === null) return null;
    return { text, role, at, agent: userId === null ? null : { userId, name: lastAgentName } };
  }

  @FieldResolver(() => User, {
    nullable: true,
    description: 'The person who has it; null where nobody does.',
  })
  async assignee(@Root() { assigneeId }: Chat, @Ctx() context: Context): Promise<User | null> {
    return assigneeId === null ? null : ((await context.loaders().user.load(assigneeId)) ?? null);
  }

  @FieldResolver(() => [ChatNote], {
    description:
      'What agents noted about it for each other, oldest first; its visitor never sees it. A page of the newest, with fewer where they are long; the page before it is asked for by `beforeId`, until one is empty.',
  })
  async notes(
    @Root() { id: chatId }: Chat,
    @Arg('limit', () => PageLimit, {
      defaultValue: 50,
      description: 'So many of the newest, at most.',
    })
    limit: number,
    @Arg('beforeId', () => ID, {
      nullable: true,
      description: 'The first note of the page that you have.',
    })
    beforeId: string | null | undefined,
    @Ctx() context: Context,
  ): Promise<ChatNote[]> {
    return context.loaders().notes.load({ chatId, limit, beforeId });
  }
}

/** The field of a note that is no column. */
@Resolver(() => ChatNote)
export class ChatNoteFields {
  @FieldResolver(() => ChatAgent, { nullable: true, description: 'Who wrote it.' })
  author(@Root() { authorId: userId, authorName: name }: ChatNote): ChatAgent | null {
    return userId === null ? null : { userId, name };
  }
}

async function resultOf({ resultId }: Chat, context: Context): Promise<Result | null> {
  const result = resultId === null ? undefined : await context.loaders().result.load(resultId);
  return result && (await seenBot(context, result.botId, 'readResults')) ? result : null;
}

/** The bot of a chat, if its agent has this right to it: a token that only answers in chats reads the rest of them. */
async function seenBot(context: Context, botId: string, intent: BotIntent): Promise<Bot | null> {
  const caller = signedIn(await context.caller());
  return hasScope(caller, botScopesFor(intent)) ? findBotFor(context, botId, intent) : null;
}
