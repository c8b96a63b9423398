import {
  ArgsType,
  ID,
  InputType,
  Args,
  Ctx,
  FieldResolver,
  Int,
  Resolver,
  Root,
} from 'type-graphql';
import { invalid } from '../../errors/errors.js';
import { Field, NullableField } from '../../schema/field.js';
import { ChatChannel, ChatsOrder, InboxStatus } from '../../schema/inboxEnums.js';
import { ShortText } from '../../schema/scalars.js';
import { type ChatPosition, type ChatsQuery, positionIn } from '../../storage/chats.js';
import type { Slice, Page } from '../../storage/page.js';
import { PageArgs, sliceOf, connectionFrom } from '../pageArgs.js';
import type { Context } from '../../context/context.js';
import { Bot } from '../../schema/bot.js';
import { ChatConnection, type Chat } from '../../schema/chat.js';
import { Costs, STATEMENT } from '../../schema/queryCost.js';
import { Workspace } from '../../schema/workspace.js';
import type { Asked } from '../../storage/pageLoaders.js';
import { findBotFor, findWorkspaceFor } from '../findFor.js';

@InputType('ChatsFilter', {
  description: 'Selects chats of the inbox: those to which all of it applies.',
})
export class ChatsFilterInput {
  @NullableField(() => [ID], 'Those with one of these ids.') ids?: string[] | null;
  @NullableField(() => [InboxStatus], 'One of these.') statuses?: InboxStatus[] | null;
  @NullableField(() => ID, 'The person who has them.') assigneeId?: string | null;
  @NullableField(() => Boolean, 'Whether anybody has them.') isAssigned?: boolean | null;

  @NullableField(() => Boolean, 'Whether their visitor waits for a person.')
  isWaiting?: boolean | null;

  @NullableField(() => ID, 'The bot they began with.') botId?: string | null;
  @NullableField(() => ChatChannel, 'Where their visitor writes.') channel?: ChatChannel | null;
  @NullableField(() => ShortText, 'The queue they are in.') queue?: string | null;
  @NullableField(() => ShortText, 'A tag they have.') tag?: string | null;

  @NullableField(() => ShortText, 'A part of their last message, in any case.')
  text?: string | null;
}

/** The arguments of a list of chats. */
@ArgsType()
class ChatsArgs extends PageArgs {
  @NullableField(() => ChatsFilterInput, 'Which of them; absent: all.')
  filter?: ChatsFilterInput | null;

  @Field(() => ChatsOrder, { defaultValue: ChatsOrder.LATEST, description: 'Their order.' })
  orderBy: ChatsOrder;
}

/** The list that the arguments name, and the part of it. */
function chatsAskedBy({ filter, orderBy: order, ...page }: ChatsArgs): {
  readonly query: ChatsQuery;
  readonly slice: Slice<ChatPosition>;
} {
  return { query: { ...filter, order }, slice: sliceOf(page, positionOf) };
}

/** The text inside a cursor of such a list. */
function keyOfPosition({ at, id }: ChatPosition): string {
  return `${at.getTime()} ${id}`;
}

function positionOf(text: string): ChatPosition {
  const [, time, id] = /^(\d{1,15}) (\w+)$/.exec(text) ?? [];
  if (time !== undefined && id !== undefined) return { at: new Date(Number(time)), id };
  throw invalid([{ path: ['cursor'], message: 'Not a cursor of this list' }]);
}

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
