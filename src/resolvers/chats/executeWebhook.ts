import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessBot } from '../../auth/access.js';
import { executeWebhook } from '../../chat/executeWebhook.js';
import type { Context } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Failure } from '../../errors/errors.js';
import { Field, NullableField } from '../../schema/field.js';
import { IdempotencyKey, Json } from '../../schema/scalars.js';
import { chatOfResult, previewAt } from '../../storage/waitingChats.js';
import { MutationInput } from '../mutationInput.js';
import { ChatPointPayload } from './debugging.js';
import { ONCE, idempotencyOf } from './idempotencyOf.js';

@InputType()
class ExecuteWebhookInput extends MutationInput {
  @Field(() => ID, 'The bot.') botId: string;
  @Field(() => ID, 'The webhook block at which the chat waits.') blockId: string;
  @NullableField(() => ID, 'The chat, by its result.') resultId?: string | null;

  @NullableField(() => ID, {
    description:
      'The chat, by its id, as for previews; with neither: the newest preview that waits at the block.',
  })
  sessionId?: string | null;

  @NullableField(() => Json, 'What the call brings: `data` in the paths of the block.')
  data?: unknown;

  @NullableField(() => IdempotencyKey, ONCE) idempotencyKey?: string | null;
}

@ObjectType()
class ExecuteWebhookPayload extends ChatPointPayload {}

/** Continues a chat that waits at a webhook block. Watchers of the chat get the events. */
@Resolver()
export class ExecuteWebhook {
  @Mutation(() => ExecuteWebhookPayload, {
    description:
      'Calls a webhook block: the chat that waits there goes on, and its watchers get the events.',
  })
  async executeWebhook(
    @Arg('input', () => ExecuteWebhookInput) input: ExecuteWebhookInput,
    @Ctx() context: Context,
  ): Promise<Partial<ExecuteWebhookPayload>> {
    const { botId, blockId, data = null } = input;
    const caller = await context.caller();
    await accessBot(context.openUnit(), { caller, botId, intent: 'converse' });
    const sessionId = await findSession(context, input);
    const { turn, lastSeq } = await executeWebhook(context.chats, {
      ...{ sessionId, botId, blockId, data },
      once: idempotencyOf(input, undefined),
      clientAddress: context.clientAddress,
    });
    return { turn, lastSeq };
  }
}

async function findSession(
  { chats: { pool } }: Context,
  { botId, blockId, resultId, sessionId }: ExecuteWebhookInput,
): Promise<string> {
  if (typeof sessionId === 'string') return sessionId;
  if (typeof resultId === 'string') {
    const found = await chatOfResult(pool, botId, resultId);
    if (found === undefined) throw commonFailure('RESULT_NOT_FOUND');
    return found;
  }
  const found = await previewAt(pool, botId, blockId);
  if (found !== undefined) return found;
  throw new Failure('WEBHOOK_NOT_AWAITED', 'No preview of this bot waits at this block');
}
