import type { Context } from '../../context/context.js';
import type { SignIn } from '../../schema/signIn.js';

/** The sign-in with this id, if it is the caller's and has not ended. */
export async function findOwnSignIn(context: Context, id: string): Promise<SignIn | null> {
  const signIn = await context.loaders().signIn.load(id);
  return signIn && signIn.userId === (await context.caller())?.userId ? signIn : null;
}
