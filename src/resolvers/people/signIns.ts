import { Ctx, FieldResolver, Resolver, Root, Arg, ID, InputType, Mutation } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { SignIn } from '../../schema/signIn.js';
import { accessAccount, signedIn } from '../../auth/access.js';
import { Failure } from '../../errors/errors.js';
import { Field } from '../../schema/field.js';
import { endClientSignIns } from '../../storage/clientSignIns.js';
import { DeletePayload } from '../deletePayload.js';
import { MutationInput } from '../mutationInput.js';

/** The active sign-in with this id, if it is the caller's. */
export async function findOwnSignIn(context: Context, id: string): Promise<SignIn | null> {
  const signIn = await context.loaders().signIn.load(id);
  return signIn && signIn.userId === (await context.caller())?.userId ? signIn : null;
}

/** The fields of a sign-in that depend on the caller. */
@Resolver(() => SignIn)
export class SignInFields {
  @FieldResolver(() => Boolean, { description: 'Whether it is the one you ask with.' })
  async isCurrent(@Root() { id }: SignIn, @Ctx() context: Context): Promise<boolean> {
    return (await context.caller())?.signInId === id;
  }
}

@InputType({ description: 'Which sign-in.' })
class RevokeSignInInput extends MutationInput {
  @Field(() => ID, 'The sign-in.') signInId: string;
}

/** Revokes sign-ins. */
@Resolver()
export class SignInMutations {
  /** Ends a sign-in of the caller and closes its sockets. Any sign-in may end itself. */
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
