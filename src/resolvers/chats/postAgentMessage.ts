import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { postAgentMessage } from '../../chat/handover.js';
import type { Context } from '../../context/context.js';
import type { Message } from '../../engine/index.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { invalid } from '../../errors/errors.js';
import { ChatMessage } from '../../schema/chatMessage.js';
import { NullableField } from '../../schema/field.js';
import { MessageText } from '../../schema/scalars.js';
import { WebUrl } from '../../schema/webUrl.js';
import { attend, ClaimedChatInput } from '../inbox/chats.js';
import { findWorkspaceFor } from '../findFor.js';
import { ChatPointPayload } from './debugging.js';

@InputType()
class PostAgentMessageInput extends ClaimedChatInput {
  @NullableField(() => MessageText, {
    description: 'The text; each line is a paragraph. Either this or a canned reply.',
  })
  text?: string | null;

  @NullableField(() => ID, {
    description:
      'A canned reply of the workspace of the bot, for its members. The variables of the chat are filled in; what looks like a secret in them is masked.',
  })
  cannedReplyId?: string | null;

  @NullableField(() => [WebUrl], {
    description:
      'At most 10 files that were uploaded to this chat with `createStagedUpload`, with a text or alone. Each is a message of its own.',
  })
  attachedFileUrls?: string[] | null;
}

@ObjectType()
class PostAgentMessagePayload extends ChatPointPayload {
  @NullableField(() => ChatMessage, 'The message as the visitor sees it; of several the first.')
  message?: Message | undefined;
}

/** Posts a message of a human agent in a chat. */
@Resolver()
export class PostAgentMessage {
  @Mutation(() => PostAgentMessagePayload, {
    description: 'Sends a message in a chat in place of its bot, whether or not it was taken over.',
  })
  async postAgentMessage(
    @Arg('input', () => PostAgentMessageInput)
    { sessionId, text, cannedReplyId, attachedFileUrls, claim }: PostAgentMessageInput,
    @Ctx() context: Context,
  ): Promise<Partial<PostAgentMessagePayload>> {
    const { chat, agent } = await attend(context, sessionId);
    const request = { sessionId, agent, claim: claim ?? undefined };
    const fileUrls = attachedFileUrls ?? [];
    const texts = [text, cannedReplyId].filter((one) => typeof one === 'string');
    assertSent(texts.length, fileUrls.length);
    const written =
      typeof cannedReplyId === 'string'
        ? { text: await findText(context, chat.botId, cannedReplyId), isTemplate: true }
        : { text: text ?? undefined };
    const posted = await postAgentMessage(context.chats, {
      ...{ ...request, ...written, fileUrls },
    });
    return { ...posted, resultId: chat.resultId };
  }
}

/** The most files of one call. */
const MOST_FILES = 10;

function assertSent(texts: number, files: number): void {
  if (texts > 1) {
    throw invalid([{ path: ['text'], message: 'Send either a text or a canned reply' }]);
  }
  if (texts + files === 0) {
    throw invalid([{ path: ['text'], message: 'Send a text, a canned reply or a file' }]);
  }
  if (files <= MOST_FILES) return;
  throw invalid([{ path: ['attachedFileUrls'], message: `At most ${MOST_FILES} files` }]);
}

/** The text of a canned reply of the workspace of a bot, for those who may read it there. */
async function findText(context: Context, botId: string, cannedReplyId: string): Promise<string> {
  const { bot, cannedReply } = context.loaders();
  const [of, reply] = await Promise.all([bot.load(botId), cannedReply.load(cannedReplyId)]);
  const isThere = reply && of?.workspaceId === reply.workspaceId;
  if (isThere && (await findWorkspaceFor(context, reply.workspaceId, 'attend'))) return reply.text;
  throw commonFailure('CANNED_REPLY_NOT_FOUND');
}
