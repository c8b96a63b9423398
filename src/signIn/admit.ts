import { isInvited, takeInvitationsTo } from '../auth/invitations.js';
import { findUserOfAccount, hasAccount, lockAccounts, saveAccount } from '../storage/identities.js';
import type { Unit } from '../storage/orm.js';
import { createUser, findUser, findUserByEmail, verifyEmail } from '../storage/people.js';
import type { Person } from './person.js';

/**
 * Who is let in, or why nobody is: `unverified` and `unknown` are not awaited here, `taken` is an address of another,
 * `anothers` an account of another, `second` one too many of the same issuer.
 */
export type Admission =
  | { readonly userId: string }
  | { readonly refused: 'unverified' | 'unknown' | 'taken' | 'anothers' | 'second' };

/**
 * Lets a person in whom their issuer vouches for: by their account when it is known, else by a verified address that
 * somebody has proven here or that was invited. Others get in only where anyone may sign up.
 */
export async function admit(
  unit: Unit,
  person: Person,
  signUp: 'invited' | 'anyone',
): Promise<Admission> {
  return unit.transactional(async (inner) => {
    await lockAccounts(inner);
    const known = await findUserOfAccount(inner, person);
    const admission =
      known === undefined ? await admitFirst(inner, person, signUp) : { userId: known };
    if ('userId' in admission) await settleAddress(inner, person, admission.userId);
    return admission;
  });
}

/** Lets an account sign in from now on who is signed in already, whatever is said of its address. */
export async function connect(unit: Unit, person: Person, userId: string): Promise<Admission> {
  return unit.transactional(async (inner) => {
    await lockAccounts(inner);
    const known = await findUserOfAccount(inner, person);
    if (known !== undefined) return known === userId ? { userId } : { refused: 'anothers' };
    if (await hasAccount(inner, userId, person.issuer)) return { refused: 'second' };
    await saveAccount(inner, { ...person, userId });
    await settleAddress(inner, person, userId);
    return { userId };
  });
}

/**
 * Makes the address that an issuer vouches for the proven one of a person who has none, unless another person has proven it.
 * Then takes the invitations to it, if it is theirs.
 */
async function settleAddress(unit: Unit, { email }: Person, userId: string): Promise<void> {
  if (email === null) return;
  const user = await findUser(unit, userId);
  const isTheirs = user.isEmailVerified
    ? user.email === email
    : await verifyEmail(unit, userId, email);
  if (isTheirs) await takeInvitationsTo(unit, { email, userId });
}

/** One who comes for the first time. A second account with the address of one who signs in already is somebody else. */
async function admitFirst(
  unit: Unit,
  person: Person,
  signUp: 'invited' | 'anyone',
): Promise<Admission> {
  const { email, name, issuer } = person;
  const user = email === null ? null : await findUserByEmail(unit, email);
  if (user && (await hasAccount(unit, user.id, issuer))) return { refused: 'taken' };
  const isAwaited =
    user !== null || signUp === 'anyone' || (email !== null && (await isInvited(unit, email)));
  if (!isAwaited) return { refused: email === null ? 'unverified' : 'unknown' };
  const made = { name, email, isEmailVerified: email !== null };
  const { id: userId } = user ?? (await createUser(unit, made));
  await saveAccount(unit, { ...person, userId });
  return { userId };
}
