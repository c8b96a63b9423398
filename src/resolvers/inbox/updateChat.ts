import { Arg, Ctx, InputType, Mutation, Resolver } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { invalid } from '../../errors/errors.js';
import { NullableField } from '../../schema/field.js';
import { Name } from '../../schema/scalars.js';
import { changeDesk } from '../../storage/claims.js';
import { attend, inInbox, InboxChatInput, InboxChatPayload, payloadOf } from './chatPayload.js';

@InputType({ description: 'What to change of a chat; absent members stay as they are.' })
class UpdateChatInput extends InboxChatInput {
  @NullableField(() => [Name], 'All its tags, at most 20.') tags?: string[] | null;

  @NullableField(() => Name, 'The queue to which it moves; null takes it out of its queue.')
  queue?: string | null;

  @NullableField(() => Boolean, 'True: everything that the visitor wrote counts as read.')
  isRead?: boolean | null;
}

/** The most tags of a chat. */
const MOST_TAGS = 20;

/** Tags a chat, moves it to another queue, or marks it as read. */
@Resolver()
export class UpdateChat {
  @Mutation(() => InboxChatPayload, {
    description: 'Tags a chat, moves it to another queue, or marks it as read.',
  })
  async updateChat(
    @Arg('input', () => UpdateChatInput, { description: 'Which chat, and what to change.' })
    { sessionId, tags, queue, isRead }: UpdateChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<InboxChatPayload>> {
    const { chat } = await attend(context, sessionId);
    if (tags && tags.length > MOST_TAGS) {
      throw invalid([{ path: ['tags'], message: `At most ${MOST_TAGS} tags` }]);
    }
    const own = { queue, isRead: isRead === true };
    const change = { ...(tags && { tags: [...new Set(tags)] }), ...own };
    const workspaceId = await inInbox(context, chat, () =>
      changeDesk(context.chats.pool, sessionId, change),
    );
    context.chats.announceChats(workspaceId);
    return payloadOf(context, sessionId);
  }
}
