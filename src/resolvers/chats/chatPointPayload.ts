import { Ctx, FieldResolver, Int, ObjectType, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { NullableField } from '../../schema/field.js';
import { Result } from '../../schema/result.js';
import { Payload } from '../../schema/userError.js';
import { findBotFor } from '../findBotFor.js';

/** The payload of mutations that write to a chat outside a turn: the position that the chat has reached. */
@ObjectType()
export abstract class ChatPointPayload extends Payload {
  @NullableField(() => Int, 'The last turn of the chat.') turn?: number;
  @NullableField(() => Int, 'The number of the last event of the chat.') lastSeq?: number;

  /** The result is loaded only if it is selected. */
  resultId?: string | null;
}

/** Loads the result of the chat. */
@Resolver(() => ChatPointPayload)
export class ChatPointResult {
  @FieldResolver(() => Result, {
    nullable: true,
    description:
      'The result of the chat, as it is now; null of a preview, and where you may not read it.',
  })
  async result(
    @Root() { resultId }: ChatPointPayload,
    @Ctx() context: Context,
  ): Promise<Result | null> {
    const result = resultId ? await context.loaders().result.load(resultId) : undefined;
    const isShown = result && (await findBotFor(context, result.botId, 'readResults'));
    return isShown ? result : null;
  }
}
