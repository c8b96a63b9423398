import { LockMode } from '@mikro-orm/core';
import { ApiToken } from '../schema/apiToken.js';
import { SignIn } from '../schema/signIn.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** A sign-in that a person has agreed to, with the hash of its code. */
export type SignInAgreed = Pick<
  SignIn,
  | 'userId'
  | 'clientId'
  | 'redirectUri'
  | 'scopes'
  | 'browserId'
  | 'codeHash'
  | 'codeChallenge'
  | 'expiresAt'
>;

/** Stores a new sign-in. */
export async function saveSignIn(unit: Unit, agreed: SignInAgreed): Promise<void> {
  const now = new Date();
  unit.create(SignIn, {
    ...agreed,
    id: newId('sgn'),
    familyHash: null,
    keyHash: null,
    previousKeyHash: null,
    keySalt: null,
    createdAt: now,
    refreshedAt: now,
  });
  await unit.flush();
}

/** The sign-in with this id, code or refresh token, locked until the transaction ends. */
export async function lockSignIn(
  unit: Unit,
  by: Pick<SignIn, 'id'> | Pick<SignIn, 'codeHash'> | { readonly familyHash: string },
): Promise<SignIn | null> {
  return unit.findOne(SignIn, by, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}

/** The sign-ins that a person sees: their code was redeemed, and they have not expired. */
function current() {
  return { familyHash: { $ne: null }, expiresAt: { $gt: new Date() } } as const;
}

/** The most sign-ins that a list holds. */
export const MOST_LISTED = 100;

/** The sign-ins of a person from other origins, newest first. */
export async function listSignIns(unit: Unit, userId: string): Promise<SignIn[]> {
  return unit.find(
    SignIn,
    { userId, ...current() },
    { orderBy: { id: 'desc' }, limit: MOST_LISTED },
  );
}

/** Sign-ins by their ids, of anybody. */
export async function findSignIns(unit: Unit, ids: readonly string[]): Promise<SignIn[]> {
  return unit.find(SignIn, { id: { $in: [...ids] }, ...current() });
}

/** Ends sign-ins and deletes their access tokens. Returns the ids of those tokens, because sockets opened with them are to be closed. */
export async function endClientSignIns(
  unit: Unit,
  which: Partial<Pick<SignIn, 'id' | 'userId' | 'browserId'>>,
): Promise<string[]> {
  const signIns = await unit.find(SignIn, which, { fields: ['id'] });
  const ids = signIns.map(({ id }) => id);
  const tokens = await unit.find(ApiToken, { signInId: { $in: ids } }, { fields: ['id'] });
  await unit.nativeDelete(SignIn, { id: { $in: ids } });
  return tokens.map(({ id }) => id);
}

/** Deletes the access tokens of a sign-in that have expired, so that there are never more than a few. */
export async function deleteExpiredAccess(unit: Unit, signInId: string): Promise<void> {
  await unit.nativeDelete(ApiToken, { signInId, expiresAt: { $lte: new Date() } });
}
