import { Identity } from '../schema/identity.js';
import type { Unit } from './orm.js';

/** An account at an issuer. */
export type Account = Pick<Identity, 'issuer' | 'subject'>;

/** The id of the person with this account, if there is one. */
export async function findUserOfAccount(
  unit: Unit,
  { issuer, subject }: Account,
): Promise<string | undefined> {
  const found = await unit.findOne(Identity, { issuer, subject });
  return found?.userId;
}

/** Whether a person signs in with some account of this issuer. */
export async function hasAccount(unit: Unit, userId: string, issuer: string): Promise<boolean> {
  return (await unit.count(Identity, { userId, issuer })) > 0;
}

/** Links an account to a person, who can sign in with it from now on. */
export async function saveAccount(
  unit: Unit,
  { issuer, subject, userId }: Account & { userId: string },
): Promise<void> {
  unit.create(Identity, { issuer, subject, userId, createdAt: new Date() });
  await unit.flush();
}

/** Deletes the accounts that a person signs in with; returns how many there were. */
export async function forgetAccounts(unit: Unit, userId: string): Promise<number> {
  return unit.nativeDelete(Identity, { userId });
}

/** Lets first sign-ins wait for each other until the transaction ends, so that a person who signs in twice at once is created once. */
export async function lockAccounts(unit: Unit): Promise<void> {
  await unit.execute("select pg_advisory_xact_lock(hashtext('parley identity'))");
}
