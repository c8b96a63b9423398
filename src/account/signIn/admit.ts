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
 * The person who may sign in, or why nobody may: `unverified` (the address is not verified), `unknown` (neither known
 * nor invited), `taken` (the address belongs to another person), `anothers` (the account belongs to another person),
 * `second` (the person has another account of the same issuer).
 */
export type Admission =
  | { readonly userId: string }
  | { readonly refused: 'unverified' | 'unknown' | 'taken' | 'anothers' | 'second' };

/**
 * Signs a person of an issuer in: by their account when it is known, else by a verified address that somebody has
 * proven here or that was invited. Others may sign in only where sign-up is open.
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

/** Connects an account with the person who is signed in, whatever its address. */
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
 * The person who signs in by an address that they have just proven: the one who proved it before, or a new one where it is
 * invited. Undefined for anybody else.
 */
export async function admitAddress(unit: Unit, email: string): Promise<string | undefined> {
  return unit.transactional(async (inner) => {
    await lockAccounts(inner);
    const user = await findUserByEmail(inner, email);
    if (!user && !(await isInvited(inner, email))) return undefined;
    const made = { name: null, email, isEmailVerified: true };
    const { id: userId } = user ?? (await createUser(inner, made));
    await takeInvitationsTo(inner, { email, userId });
    return userId;
  });
}

/** Stores that a person has proven their address; false if another person did so before. */
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
 * Stores the address that an issuer has verified as proven for a person who has none, unless another person has proven
 * it. Then accepts the invitations to it, if it is theirs.
 */
async function settleAddress(unit: Unit, { email }: Person, userId: string): Promise<void> {
  if (email === null) return;
  const user = await findUser(unit, userId);
  const isTheirs = user.isEmailVerified
    ? user.email === email
    : await verifyEmail(unit, userId, email);
  if (isTheirs) await takeInvitationsTo(unit, { email, userId });
}

/**
 * A person who signs in for the first time. A second account with the address of a person who signs in already is
 * another person.
 */
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
