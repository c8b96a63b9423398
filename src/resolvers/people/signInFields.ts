import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { Context } from '../../context/context.js';
import { SignIn } from '../../schema/signIn.js';

/** The fields of a sign-in that depend on the caller. */
@Resolver(() => SignIn)
export class SignInFields {
  @FieldResolver(() => Boolean, { description: 'Whether it is the one you ask with.' })
  async isCurrent(@Root() { id }: SignIn, @Ctx() context: Context): Promise<boolean> {
    return (await context.caller())?.signInId === id;
  }
}
