import { Arg, Ctx, ID, InputType, Mutation, Resolver } from 'type-graphql';
import { accessAccount, signedIn } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { Failure } from '../../errors/errors.js';
import { Field } from '../../schema/field.js';
import { endClientSignIns } from '../../storage/clientSignIns.js';
import { DeletePayload } from '../deletePayload.js';
import { findOwnSignIn } from './findOwnSignIn.js';
import { MutationInput } from '../mutationInput.js';

@InputType({ description: 'Which sign-in.' })
class RevokeSignInInput extends MutationInput {
  @Field(() => ID, 'The sign-in.') signInId: string;
}

/** Ends a sign-in of the caller and closes its sockets. Any sign-in may end itself. */
@Resolver()
export class RevokeSignIn {
  @Mutation(() => DeletePayload, {
    description: 'Signs you out of a dashboard or program at once, with its sockets.',
  })
  async revokeSignIn(
    @Arg('input', () => RevokeSignInInput, { description: 'Which sign-in.' })
    { signInId: id }: RevokeSignInInput,
    @Ctx() context: Context,
  ): Promise<Partial<DeletePayload>> {
    const caller = signedIn(await context.caller());
    if (caller.signInId !== id) accessAccount(caller, 'write');
    if (!(await findOwnSignIn(context, id))) {
      throw new Failure('SIGN_IN_NOT_FOUND', 'Sign-in not found');
    }
    for (const tokenId of await endClientSignIns(context.openUnit(), { id })) {
      context.wakeUps.announce(tokenId);
    }
    return { deletedId: id };
  }
}
