import { Arg, Ctx, ID, InputType, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessChat } from '../../auth/access.js';
import { setPausedVariables } from '../../chat/stepChat.js';
import type { Context } from '../../context/context.js';
import { Field, NullableField } from '../../schema/field.js';
import { PrefilledVariables } from '../../schema/scalars.js';
import { Holds } from '../../schema/queryCost.js';
import { ChatVariable } from '../../schema/turnTrace.js';
import { Payload } from '../../schema/userError.js';
import { MutationInput } from '../mutationInput.js';
import { SEEN_PAUSE } from './seenPause.js';
import { variablesIn } from './variablesIn.js';

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

/** Changes variables in the middle of a turn. */
@Resolver()
export class SetPausedVariables {
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
}
