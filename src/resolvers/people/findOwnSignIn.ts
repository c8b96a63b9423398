import type { Context } from '../../context/context.js';
import type { SignIn } from '../../schema/signIn.js';

/** The active sign-in with this id, if it is the caller's. */
export async function findOwnSignIn(context: Context, id: string): Promise<SignIn | null> {
  const signIn = await context.loaders().signIn.load(id);
  return signIn && signIn.userId === (await context.caller())?.userId ? signIn : null;
}
