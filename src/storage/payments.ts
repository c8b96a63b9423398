import type { Pool } from 'pg';
import { paymentLabel } from '../engine/index.js';
import { shardKeyOf } from './shardKeys.js';

/** A payment that a chat prepared with its provider. */
export interface PreparedPayment {
  /** The provider's name for it. */
  readonly intentId: string;
  readonly sessionId: string;
  /** The account it goes to. */
  readonly credentialsId: string;
  /** What is to be paid, as people read it. */
  readonly label: string;
  readonly asked: Money;
}

/** So much of a currency. */
export interface Money {
  /** In the smallest unit of the currency: cents, or yen. */
  readonly amount: number;
  /** Three capital letters (ISO 4217). */
  readonly currency: string;
}

/** By which a payment is found. */
type Named = Pick<PreparedPayment, 'intentId' | 'credentialsId'>;

/** Notes a payment that was prepared; a second time changes nothing. */
export async function notePayment(
  pool: Pool,
  { intentId, sessionId, credentialsId, label, asked: { amount, currency } }: PreparedPayment,
): Promise<void> {
  await pool.query({
    name: 'payment_note',
    text: `insert into payment (shard_key, intent_id, session_id, credentials_id, label, amount, currency)
      values ($7, $1, $2, $3, $4, $5, $6)
      on conflict on constraint payment_pkey do nothing`,
    values: [
      ...[intentId, sessionId, credentialsId, label, amount, currency],
      shardKeyOf(sessionId),
    ],
  });
}

/**
 * What came to an account: the payment that was asked for; one of another amount or currency; or one that was never noted here, so
 * that nothing says what was asked for. Only the first one counts.
 */
type PaidFor = 'asked' | 'other' | 'unknown';

/** Notes that this was paid to an account, another amount or currency as such. What was noted before changes nothing. */
export async function notePaid(
  pool: Pool,
  { intentId, credentialsId }: Named,
  paid: Money,
): Promise<PaidFor> {
  const values = [intentId, credentialsId, paid.amount, paid.currency];
  const { rowCount: asked } = await pool.query({
    name: 'payment_note_paid',
    text: `update payment set paid_at = least(paid_at, now()), other_paid = null where ${OF_INTENT} and not ${IS_OTHER}`,
    values,
  });
  if (asked) return 'asked';
  const { rowCount: other } = await pool.query({
    name: 'payment_note_other',
    text: `update payment set paid_at = null, other_paid = $5 where ${OF_INTENT} and ${IS_OTHER}`,
    values: [...values, paymentLabel(paid)],
  });
  return other ? 'other' : 'unknown';
}

const OF_INTENT = 'intent_id = $1 and credentials_id = $2';

/** Whether something else was paid than was asked for; what older servers asked for is not known. */
const IS_OTHER = '((amount, currency) is distinct from ($3, $4) and amount is not null)';

/** Notes that a payment is the answer of its chat. */
export async function noteAnswered(pool: Pool, intentId: string): Promise<void> {
  await pool.query({
    name: 'payment_answered',
    text: 'update payment set answered_at = now() where intent_id = $1',
    values: [intentId],
  });
}

/** Forgets a payment that can no longer be made. */
export async function forgetPayment(pool: Pool, intentId: string): Promise<void> {
  await pool.query({
    name: 'payment_forget',
    text: 'delete from payment where intent_id = $1 and paid_at is null and other_paid is null',
    values: [intentId],
  });
}

/**
 * What a chat was asked to pay besides this payment, and may still pay; without that of accounts whose credentials were deleted,
 * since nobody can withdraw it here.
 */
export async function findOpenPayments(
  pool: Pool,
  { intentId, sessionId }: Pick<PreparedPayment, 'intentId' | 'sessionId'>,
): Promise<readonly Named[]> {
  const { rows } = await pool.query<Named>({
    name: 'payment_open',
    text: `with open as materialized (
        select intent_id as "intentId", credentials_id as "credentialsId" from payment
        where shard_key = $3 and session_id = $2 and intent_id <> $1 and paid_at is null and other_paid is null
      )
      select open.* from open join credentials on credentials.id = "credentialsId"`,
    values: [intentId, sessionId, shardKeyOf(sessionId)],
  });
  return rows;
}

/** Whether the provider has said that a payment was made. */
export async function isPaid(pool: Pool, intentId: string): Promise<boolean> {
  const { rows } = await pool.query({
    name: 'payment_paid',
    text: 'select 1 from payment where intent_id = $1 and paid_at is not null',
    values: [intentId],
  });
  return rows.length > 0;
}

/** A payment that was made, and whose chat was not looked at since. */
export interface UnsettledPayment extends Pick<PreparedPayment, 'intentId' | 'sessionId'> {
  /** Whether something else was paid than was asked for. */
  readonly isOther: boolean;
}

/**
 * Some payments that were made so many milliseconds ago, and whose chats may still wait for them, the oldest first; and those that
 * are not what was asked for, before all others.
 */
export async function findUnsettled(
  pool: Pool,
  paidBefore: number,
): Promise<readonly UnsettledPayment[]> {
  const { rows } = await pool.query<UnsettledPayment>(
    `select intent_id as "intentId", session_id as "sessionId", other_paid is not null as "isOther" from payment
      where settled_at is null and (other_paid is not null or paid_at < now() - $1 * interval '1 millisecond')
      order by paid_at nulls first limit 100`,
    [paidBefore],
  );
  return rows;
}

/** Has the chat of a payment looked at again, after all others and as if the payment had been made now. */
export async function putOffSettling(pool: Pool, intentId: string): Promise<void> {
  await pool.query(
    'update payment set paid_at = now() where intent_id = $1 and other_paid is null',
    [intentId],
  );
}

/** A payment that was made and is the answer of no chat. */
export interface LeftPayment extends Named {
  /** Null where it was prepared by an older server. */
  readonly label: string | null;
  /** What was paid in its place, as people read it. */
  readonly otherPaid: string | null;
}

/** Notes that the chat of a payment does not wait for it. Gives the payment, the first time, if it is the answer of none. */
export async function noteSettled(pool: Pool, intentId: string): Promise<LeftPayment | undefined> {
  const { rows } = await pool.query<LeftPayment & { readonly isAnswer: boolean }>(
    `update payment set settled_at = now() where intent_id = $1 and settled_at is null
      returning intent_id as "intentId", credentials_id as "credentialsId", label,
        other_paid as "otherPaid", answered_at is not null as "isAnswer"`,
    [intentId],
  );
  return rows.find(({ isAnswer }) => !isAnswer);
}
