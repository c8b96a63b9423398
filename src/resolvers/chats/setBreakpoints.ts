import { Arg, Ctx, ID, InputType, Mutation, ObjectType, Resolver } from 'type-graphql';
import { accessChat } from '../../auth/access.js';
import { setBreakpoints } from '../../chat/stepChat.js';
import type { Context } from '../../context/context.js';
import type { Breakpoint } from '../../engine/index.js';
import { Breakpoints } from '../../schema/breakpoints.js';
import { Field, NullableField } from '../../schema/field.js';
import { Payload } from '../../schema/userError.js';
import { MutationInput } from '../mutationInput.js';

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

/** Sets where turns of a preview pause. */
@Resolver()
export class SetBreakpoints {
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
}
