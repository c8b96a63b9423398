import { Arg, Ctx, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { chatHeld, setChatStatus } from '../../chat/handover.js';
import type { Context } from '../../context/context.js';
import type { Agent } from '../../engine/index.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Failure } from '../../errors/errors.js';
import { NullableField } from '../../schema/field.js';
import { User } from '../../schema/user.js';
import { claimChat, type Claim, type ClaimOutcome } from '../../storage/claims.js';
import {
  assertNoPreview,
  attend,
  InboxChatInput,
  InboxChatPayload,
  payloadOf,
} from './chatPayload.js';

@InputType({ description: 'Which chat to claim.' })
class ClaimChatInput extends InboxChatInput {
  @NullableField(() => Int, {
    description: '`Chat.claim` of the agent from whom to take the chat over, as you know it.',
  })
  takeOver?: number | null;
}

@ObjectType({ description: 'A chat that was claimed or assigned.' })
export class ClaimPayload extends InboxChatPayload {
  @NullableField(() => User, 'The person who had it before, if anybody.') takenFrom?: User | null;
}

/** Claims a chat for the caller. A chat that its bot still answers is taken over from it. */
@Resolver()
export class ClaimChat {
  @Mutation(() => ClaimPayload, {
    description:
      'Claims a chat for two minutes, which what you write in it renews; takes it over from its bot. Refused with `CHAT_HELD` while another agent holds it, unless `takeOver` names that claim.',
  })
  async claimChat(
    @Arg('input', () => ClaimChatInput, { description: 'Which chat.' })
    { sessionId, takeOver }: ClaimChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<ClaimPayload>> {
    const { chat, agent } = await attend(context, sessionId);
    assertNoPreview(chat);
    const claim = { chatId: sessionId, userId: agent.id, seen: takeOver ?? undefined };
    const outcome = await claimFromBot(context, claim, agent);
    if (outcome?.outcome === 'HELD') throw chatHeld(outcome.heldBy);
    if (outcome?.outcome !== 'DONE') throw new Failure('SESSION_ENDED', 'This chat has ended');
    context.chats.announceChats(outcome.workspaceId);
    const payload = await payloadOf(context, sessionId);
    const { takenFrom } = outcome;
    return {
      ...payload,
      takenFrom:
        takenFrom === null ? null : ((await context.loaders().user.load(takenFrom)) ?? null),
    };
  }
}

/** How often a chat is taken from its bot before the claim fails: each time another agent gave it back at that moment. */
const TRIES = 5;

/** Claims a chat; one in which the bot answers is taken over from it first. */
async function claimFromBot(
  { chats }: Context,
  claim: Claim,
  agent: Agent,
): Promise<ClaimOutcome | undefined> {
  for (let tries = 0; ; tries += 1) {
    const outcome = await claimChat(chats.pool, claim);
    const isDone = outcome ? outcome.outcome !== 'OPEN' : tries > 0;
    if (isDone) return outcome;
    if (tries === TRIES) throw commonFailure('SESSION_BUSY');
    await setChatStatus(chats, { sessionId: claim.chatId, status: 'PAUSED', agent });
  }
}
