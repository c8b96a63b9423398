import {
  Ctx,
  FieldResolver,
  Int,
  ObjectType,
  Resolver,
  Root,
  Arg,
  ID,
  InputType,
  Mutation,
} from 'type-graphql';
import type { Context } from '../../context/context.js';
import { NullableField, Field } from '../../schema/field.js';
import { Result } from '../../schema/result.js';
import { Payload } from '../../schema/userError.js';
import { findBotFor } from '../findFor.js';
import { accessChat, botCaller } from '../../auth/access.js';
import { setBreakpoints, stepChat, setPausedVariables } from '../../chat/stepChat.js';
import type { Breakpoint } from '../../engine/index.js';
import { Breakpoints } from '../../schema/breakpoints.js';
import { MutationInput } from '../mutationInput.js';
import { ChatPayload } from '../../schema/chatReply.js';
import { StepTo } from '../../schema/traceEnums.js';
import { PrefilledVariables } from '../../schema/scalars.js';
import { Holds } from '../../schema/queryCost.js';
import { ChatVariable } from '../../schema/turnTrace.js';
import { variablesIn } from './chatTrace.js';
import { branchChat } from '../../chat/branchChat.js';

/** The description of an argument. */
const SEEN_PAUSE =
  'The number of the pause that you have seen: `TURN_NOT_PAUSED` if the turn has gone on since.';

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

@InputType()
class SetBreakpointsInput extends MutationInput {
  @Field(() => ID, 'The preview.') sessionId: string;

  @Field(() => Breakpoints, 'All its breakpoints from now on; none: an empty list.')
  breakpoints: Breakpoint[];
}

@ObjectType()
class SetBreakpointsPayload extends Payload {
  @NullableField(() => Breakpoints, 'The breakpoints as they are now.') breakpoints?: Breakpoint[];
}

@InputType()
class StepChatInput extends MutationInput {
  @Field(() => ID, 'The preview, whose turn is paused.') sessionId: string;

  @NullableField(() => StepTo, {
    defaultValue: StepTo.NEXT_BLOCK,
    description: 'How far its turn goes on, at most to its end.',
  })
  to?: StepTo | null;

  @NullableField(() => ID, 'A block before which it pauses as well.') blockId?: string | null;
  @NullableField(() => Int, SEEN_PAUSE) pause?: number | null;
}

@InputType()
class SetPausedVariablesInput extends MutationInput {
  @Field(() => ID, 'The preview, whose turn is paused.') sessionId: string;

  @Field(() => PrefilledVariables, {
    description:
      'Values for variables of the bot that is open, by name; null clears one, and names that the flow does not have are ignored.',
  })
  variables: Record<string, unknown>;

  @NullableField(() => Int, SEEN_PAUSE) pause?: number | null;
}

@ObjectType()
class SetPausedVariablesPayload extends Payload {
  @Holds(10)
  @NullableField(() => [ChatVariable], 'The variables of the open bots as they are now.')
  variables?: ChatVariable[];
}

@InputType()
class BranchChatInput extends MutationInput {
  @Field(() => ID, 'The chat: a preview, or one of a visitor.') sessionId: string;
  @Field(() => Int, 'The turn after which it is to go on in another way.') turn: number;

  @NullableField(() => Breakpoints, 'Where turns of the branch pause.')
  breakpoints?: Breakpoint[] | null;
}

/** Steps through previews, and goes back in chats. */
@Resolver()
export class DebuggingMutations {
  @Mutation(() => SetBreakpointsPayload, {
    description: 'Sets where the turns of a preview pause, also while one is paused.',
  })
  async setBreakpoints(
    @Arg('input', () => SetBreakpointsInput) { sessionId, breakpoints }: SetBreakpointsInput,
    @Ctx() context: Context,
  ): Promise<Partial<SetBreakpointsPayload>> {
    const at = { unit: context.openUnit(), pool: context.chats.pool };
    await accessChat(at, { caller: await context.caller(), sessionId, intent: 'preview' });
    await setBreakpoints(context.chats, { sessionId, breakpoints });
    return { breakpoints };
  }

  @Mutation(() => ChatPayload, {
    description:
      'Goes on with the paused turn of a preview, up to its next pause or its end. The reply is that of the turn so far.',
  })
  async stepChat(
    @Arg('input', () => StepChatInput) { sessionId, to, blockId, pause }: StepChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<ChatPayload>> {
    const at = { unit: context.openUnit(), pool: context.chats.pool };
    await accessChat(at, { caller: await context.caller(), sessionId, intent: 'preview' });
    const goOn = { isSingle: to !== StepTo.BREAKPOINT, blockId: blockId ?? undefined };
    const seen = { sessionId, pause: pause ?? undefined };
    return { reply: await stepChat(context.chats, { ...seen, goOn }) };
  }

  /** Changes variables in the middle of a turn. */
  @Mutation(() => SetPausedVariablesPayload, {
    description: 'Changes variables of a preview while its turn is paused.',
  })
  async setPausedVariables(
    @Arg('input', () => SetPausedVariablesInput) input: SetPausedVariablesInput,
    @Ctx() context: Context,
  ): Promise<Partial<SetPausedVariablesPayload>> {
    const { sessionId, variables, pause } = input;
    const at = { unit: context.openUnit(), pool: context.chats.pool };
    await accessChat(at, { caller: await context.caller(), sessionId, intent: 'preview' });
    const seen = { sessionId, pause: pause ?? undefined };
    const session = await setPausedVariables(context.chats, { ...seen, variables });
    return { variables: variablesIn(session) };
  }

  /** Goes back to a turn of a chat. */
  @Mutation(() => ChatPayload, {
    description:
      'Starts a preview that is as a traced chat was after one of its turns, and waits for another answer there. Nothing that was done before is done again.',
  })
  async branchChat(
    @Arg('input', () => BranchChatInput) { sessionId, turn, breakpoints }: BranchChatInput,
    @Ctx() context: Context,
  ): Promise<Partial<ChatPayload>> {
    const at = { unit: context.openUnit(), pool: context.chats.pool };
    // The branch shows what the trace tells. People who may answer in a chat may read its trace; their token has to allow it as well.
    const caller = botCaller(await context.caller(), 'readResults');
    const { botId } = await accessChat(at, { caller, sessionId });
    const branch = { sessionId, botId, turn, breakpoints: breakpoints ?? undefined };
    return { reply: await branchChat(context.chats, branch) };
  }
}
