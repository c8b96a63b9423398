import { ArgsType, ID, InputType } from 'type-graphql';
import { invalid } from '../../errors/errors.js';
import { Field, NullableField } from '../../schema/field.js';
import { ChatChannel, ChatsOrder, InboxStatus } from '../../schema/inboxEnums.js';
import { ShortText } from '../../schema/scalars.js';
import type { ChatPosition, ChatsQuery } from '../../storage/chats.js';
import type { Slice } from '../../storage/page.js';
import { PageArgs, sliceOf } from '../pageArgs.js';

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
export class ChatsArgs extends PageArgs {
  @NullableField(() => ChatsFilterInput, 'Which of them; absent: all.')
  filter?: ChatsFilterInput | null;

  @Field(() => ChatsOrder, { defaultValue: ChatsOrder.LATEST, description: 'Their order.' })
  orderBy: ChatsOrder;
}

/** The list that the arguments name, and the part of it. */
export function chatsAskedBy({ filter, orderBy: order, ...page }: ChatsArgs): {
  readonly query: ChatsQuery;
  readonly slice: Slice<ChatPosition>;
} {
  return { query: { ...filter, order }, slice: sliceOf(page, positionOf) };
}

/** The text inside a cursor of such a list. */
export function keyOfPosition({ at, id }: ChatPosition): string {
  return `${at.getTime()} ${id}`;
}

function positionOf(text: string): ChatPosition {
  const [, time, id] = /^(\d{1,15}) (\w+)$/.exec(text) ?? [];
  if (time !== undefined && id !== undefined) return { at: new Date(Number(time)), id };
  throw invalid([{ path: ['cursor'], message: 'Not a cursor of this list' }]);
}
