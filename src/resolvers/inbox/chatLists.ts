import { Args, Ctx, FieldResolver, Int, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { ChatConnection, type Chat } from '../../schema/chat.js';
import { Costs, STATEMENT } from '../../schema/queryCost.js';
import { Workspace } from '../../schema/workspace.js';
import { positionIn, type ChatsQuery } from '../../storage/chats.js';
import type { Page } from '../../storage/page.js';
import type { Asked } from '../../storage/pageLoaders.js';
import { findBotFor } from '../findBotFor.js';
import { findWorkspaceFor } from '../mayReadWorkspace.js';
import { connectionFrom } from '../pageArgs.js';
import { chatsAskedBy, ChatsArgs, keyOfPosition } from './chatsArgs.js';

/** A page with the query of its list, for `totalCount`. */
interface ChatsShown extends Omit<ChatConnection, 'totalCount'> {
  readonly asked: Asked<ChatsQuery>;
  readonly isOfBot: boolean;
}

const LISTED =
  'in which a person took part at some time, as by taking one over from the bot or through a block that asks for a person';

/** The chats of a workspace in its inbox, for its members. */
@Resolver(() => Workspace)
export class WorkspaceChats {
  @Costs(STATEMENT)
  @FieldResolver(() => ChatConnection, {
    nullable: true,
    description: `The inbox: the chats of its bots ${LISTED}; for members who may answer in chats.`,
  })
  async chats(
    @Root() { id: workspaceId }: Workspace,
    @Args(() => ChatsArgs) args: ChatsArgs,
    @Ctx() context: Context,
  ): Promise<ChatsShown | null> {
    if (!(await findWorkspaceFor(context, workspaceId, 'attend'))) return null;
    const { query, slice } = chatsAskedBy(args);
    const asked = { of: workspaceId, query };
    const page = await context.loaders().chatsIn.load({ ...asked, query: { ...query, slice } });
    return { ...pageOf(page, query), asked, isOfBot: false };
  }
}

/** The chats of a bot in the inbox. */
@Resolver(() => Bot)
export class BotChats {
  @Costs(STATEMENT)
  @FieldResolver(() => ChatConnection, {
    nullable: true,
    description: `Its chats ${LISTED}; for those who may answer in them. All others are found by its results, which come in the order of their start.`,
  })
  async chats(
    @Root() { id: botId }: Bot,
    @Args(() => ChatsArgs) args: ChatsArgs,
    @Ctx() context: Context,
  ): Promise<ChatsShown | null> {
    if (!(await findBotFor(context, botId, 'converse'))) return null;
    const { query, slice } = chatsAskedBy(args);
    const asked = { of: botId, query };
    const page = await context.loaders().chatsOfBot.load({ ...asked, query: { ...query, slice } });
    return { ...pageOf(page, query), asked, isOfBot: true };
  }
}

function pageOf(page: Page<Chat>, { order }: ChatsQuery): Omit<ChatConnection, 'totalCount'> {
  return connectionFrom(page, (chat) => keyOfPosition(positionIn(order, chat)));
}

/** The number of chats, counted only if it is selected. */
@Resolver(() => ChatConnection)
export class ChatConnectionFields {
  @Costs(STATEMENT)
  @FieldResolver(() => Int, {
    nullable: true,
    description: 'How many there are on all pages; null when they are more than 10 000.',
  })
  async totalCount(
    @Root() { asked, isOfBot }: ChatsShown,
    @Ctx() context: Context,
  ): Promise<number | null> {
    const { chatsCountIn, chatsCountOfBot } = context.loaders();
    return (isOfBot ? chatsCountOfBot : chatsCountIn).load(asked);
  }
}
