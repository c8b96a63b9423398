import { isInvited, takeInvitationsTo } from '../../auth/invitations.js';
import {
  findUserOfAccount,
  hasAccount,
  lockAccounts,
  saveAccount,
} from '../../storage/identities.js';
import type { Unit } from '../../storage/orm.js';
import { createUser, findUser, findUserByEmail, verifyEmail } from '../../storage/people.js';
import type { Person } from './person.js';

/**
 * The person who may sign in, or why nobody may: `unverified` (the e-mail address is not verified), `unknown` (neither known nor invited),
 * `taken` (the address belongs to another person), `anothers` (the account belongs to another person), `second` (the person has another
 * account of the same issuer).
 */
export type Admission =
  | { readonly userId: string }
  | { readonly refused: 'unverified' | 'unknown' | 'taken' | 'anothers' | 'second' };

/**
 * Admits a person of an issuer: by their account if it is known, else by an address that the issuer has verified and that was verified here
 * or invited. Others are admitted only if sign-up is open.
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

/** Connects an account with the signed-in person, whatever its address. */
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
 * The person who signs in with an address that they have just verified: the one who had verified it before, or a new one if it is invited;
 * else undefined.
 */
export async function admitAddress(unit: Unit, email: string): Promise<string | undefined> {
  return unit.transactional(async (inner) => {
    await lockAccounts(inner);
    const user = await findUserByEmail(inner, email);
    if (!user && !(await isInvited(inner, email))) return undefined;
    const newUser = { name: null, email, isEmailVerified: true };
    const { id: userId } = user ?? (await createUser(inner, newUser));
    await takeInvitationsTo(inner, { email, userId });
    return userId;
  });
}

/** Stores that a person has verified their address; false if another person had done so before. */
export async function proveAddress(
  unit: Unit,
  { email, userId }: { readonly email: string; readonly userId: string },
): Promise<boolean> {
  return unit.transactional(async (inner) => {
    const isTheirs = await verifyEmail(inner, userId, email);
    if (isTheirs) await takeInvitationsTo(inner, { email, userId });
    return isTheirs;
  });
}

/**
 * Stores an address that the issuer has verified for a person without a verified one, unless it belongs to another person. Then accepts the
 * invitations to it, if it is theirs.
 */
async function settleAddress(unit: Unit, { email }: Person, userId: string): Promise<void> {
  if (email === null) return;
  const user = await findUser(unit, userId);
  const isTheirs = user.isEmailVerified
    ? user.email === email
    : await verifyEmail(unit, userId, email);
  if (isTheirs) await takeInvitationsTo(unit, { email, userId });
}

/** Admits a person who signs in for the first time. A second account with the address of a known person counts as another person. */
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
  const firstUser = { name, email, isEmailVerified: email !== null };
  const { id: userId } = user ?? (await createUser(unit, firstUser));
  await saveAccount(unit, { ...person, userId });
  return { userId };
}
