import { Arg, Ctx, InputType, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { NullableField } from '../../schema/field.js';
import { Name } from '../../schema/scalars.js';
import { changeDesk, MOST_TAGS } from '../../storage/claims.js';
import { attend, inInbox, InboxChatInput, InboxChatPayload, payloadOf } from './chats.js';

@InputType({ description: 'What to change of a chat; absent members stay as they are.' })
class UpdateChatInput extends InboxChatInput {
  @NullableField(
    () => [Name],
    'All its tags, at most 20. Tags that others add at the same time are lost: prefer `addTags` and `removeTags`.',
  )
  tags?: string[] | null;

  @NullableField(() => [Name], 'Tags to add after those that it has; at most 20 in all.')
  addTags?: string[] | null;

  @NullableField(() => [Name], 'Tags to take away.') removeTags?: string[] | null;

  @NullableField(() => Name, 'The queue to which it moves; null takes it out of its queue.')
  queue?: string | null;

  @NullableField(() => Boolean, 'True: everything that the visitor wrote counts as read.')
  isRead?: boolean | null;
}

/** Tags a chat, moves it to another queue, or marks it as read. */
@Resolver()
export class UpdateChat {
  @Mutation(() => InboxChatPayload, {
    description: 'Tags a chat, moves it to another queue, or marks it as read.',
  })
  async updateChat(
    @Arg('input', () => UpdateChatInput, { description: 'Which chat, and what to change.' })
    { sessionId, tags, addTags, removeTags, queue, isRead }: UpdateChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<InboxChatPayload>> {
    const { chat } = await attend(context, sessionId);
    const change = {
      ...(tags && { tags }),
      addTags: addTags ?? [],
      removeTags: removeTags ?? [],
      queue,
      isRead: isRead === true,
    };
    const outcome = await inInbox(context, chat, () =>
      changeDesk(context.chats.pool, sessionId, change),
    );
    if (outcome === 'TOO_MANY_TAGS') {
      const path = [tags ? 'tags' : 'addTags'];
      throw invalid([{ path, message: `At most ${MOST_TAGS} tags` }]);
    }
    context.chats.announceChats(outcome.workspaceId);
    return payloadOf(context, sessionId);
  }
}
