import { findUserOfAccount, hasAccount, lockAccounts, saveAccount } from '../storage/identities.js';
import { isInvited, takeInvitationsTo } from '../storage/invitations.js';
import type { Unit } from '../storage/orm.js';
import { createUser, findUserByEmail } from '../storage/people.js';
import type { Person } from './person.js';

/**
 * Who is let in, or why nobody is: `unverified` and `unknown` are not awaited here, `taken` is an address of another,
 * `anothers` an account of another, `second` one too many of the same issuer.
 */
export type Admission =
  | { readonly userId: string }
  | { readonly refused: 'unverified' | 'unknown' | 'taken' | 'anothers' | 'second' };

/**
 * Lets a person in whom their issuer vouches for: by their account when it is known, else by a verified address that is
 * somebody's here or was invited; invitations to it are then taken. Others only where anyone may sign up.
 */
export async function admit(
  unit: Unit,
  person: Person,
  signUp: 'invited' | 'anyone',
): Promise<Admission> {
  const known = await findUserOfAccount(unit, person);
  if (known !== undefined) return { userId: known };
  return unit.transactional(async (inner) => {
    await lockAccounts(inner);
    const meanwhile = await findUserOfAccount(inner, person);
    if (meanwhile !== undefined) return { userId: meanwhile };
    const admission = await admitFirst(inner, person, signUp);
    if ('refused' in admission) return admission;
    const { userId } = admission;
    await saveAccount(inner, { ...person, userId });
    if (person.email !== null) await takeInvitationsTo(inner, { email: person.email, userId });
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
    return { userId };
  });
}

/** One who comes for the first time. A second account with the address of one who signs in already is somebody else. */
async function admitFirst(
  unit: Unit,
  person: Person,
  signUp: 'invited' | 'anyone',
): Promise<Admission> {
  const { email, name, issuer } = person;
  const user = email === null ? null : await findUserByEmail(unit, email);
  if (user) {
    return (await hasAccount(unit, user.id, issuer)) ? { refused: 'taken' } : { userId: user.id };
  }
  const isAwaited = signUp === 'anyone' || (email !== null && (await isInvited(unit, email)));
  if (!isAwaited) return { refused: email === null ? 'unverified' : 'unknown' };
  const made = await createUser(unit, { name, email });
  return { userId: made.id };
}
