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

/** Stores a sign-in that begins with its code. */
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

/** The sign-in with this code or this refresh token; others who want to change it wait until the transaction ends. */
export async function lockSignIn(
  unit: Unit,
  by: Pick<SignIn, 'id'> | Pick<SignIn, 'codeHash'> | { readonly familyHash: string },
): Promise<SignIn | null> {
  return unit.findOne(SignIn, by, { lockMode: LockMode.PESSIMISTIC_WRITE, refresh: true });
}

/** Ends sign-ins, with their access tokens. Gives the ids of those tokens: sockets opened with them are to be closed. */
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
