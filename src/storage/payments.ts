import type { Pool } from 'pg';
import { paymentLabel } from '../engine/index.js';
import { shardKeyOf } from './shardKeys.js';

/** A payment that a chat prepared with its provider. */
export interface PreparedPayment {
  /** The provider's id of the payment. */
  readonly intentId: string;
  readonly sessionId: string;
  /** The account that receives it. */
  readonly credentialsId: string;
  /** The requested payment, as people read it. */
  readonly label: string;
  readonly asked: Money;
}

/** An amount of a currency. */
export interface Money {
  /** In the smallest unit of the currency: cents, or yen. */
  readonly amount: number;
  /** Three capital letters (ISO 4217). */
  readonly currency: string;
}

/** The key of a payment. */
type Named = Pick<PreparedPayment, 'intentId' | 'credentialsId'>;

/** Stores a prepared payment; a second time changes nothing. */
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
 * What an account received: the requested payment; another amount or currency; or a payment that is not stored here, so that the requested
 * amount is unknown. Only the first counts as paid.
 */
type PaidFor = 'asked' | 'other' | 'unknown';

/** Notes that an account received a payment, and whether its amount or currency is another one. Repeating it changes nothing. */
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

/** SQL: whether something else was paid than requested. What older servers requested is not known. */
const IS_OTHER = '((amount, currency) is distinct from ($3, $4) and amount is not null)';

/** Notes that a payment became the answer of its chat. */
export async function noteAnswered(pool: Pool, intentId: string): Promise<void> {
  await pool.query({
    name: 'payment_answered',
    text: 'update payment set answered_at = now() where intent_id = $1',
    values: [intentId],
  });
}

/** Deletes a payment that can no longer be made. */
export async function forgetPayment(pool: Pool, intentId: string): Promise<void> {
  await pool.query({
    name: 'payment_forget',
    text: 'delete from payment where intent_id = $1 and paid_at is null and other_paid is null',
    values: [intentId],
  });
}

/**
 * The other payments that a chat requested and that may still be made; without those to accounts whose credentials were deleted, since
 * nobody can cancel them here.
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

/** Whether the provider has reported that a payment was made. */
export async function isPaid(pool: Pool, intentId: string): Promise<boolean> {
  const { rows } = await pool.query({
    name: 'payment_paid',
    text: 'select 1 from payment where intent_id = $1 and paid_at is not null',
    values: [intentId],
  });
  return rows.length > 0;
}

/** A payment that was made, and whose chat was not checked since. */
export interface UnsettledPayment extends Pick<PreparedPayment, 'intentId' | 'sessionId'> {
  /** Whether something else was paid than requested. */
  readonly isOther: boolean;
}

/**
 * At most 100 payments that were made more than `paidBefore` milliseconds ago and whose chats may still wait for them, oldest first.
 * Payments of something else than requested come before all others.
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

/** Postpones the check of a payment's chat: after all others, as if the payment had been made now. */
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
  /** What was paid instead, as people read it. */
  readonly otherPaid: string | null;
}

/**
 * Notes that the chat of a payment does not wait for it. If no chat has accepted the payment as an answer, the first call returns it; later
 * calls return nothing.
 */
export async function noteSettled(pool: Pool, intentId: string): Promise<LeftPayment | undefined> {
  const { rows } = await pool.query<LeftPayment & { readonly isAnswer: boolean }>(
    `update payment set settled_at = now() where intent_id = $1 and settled_at is null
      returning intent_id as "intentId", credentials_id as "credentialsId", label,
        other_paid as "otherPaid", answered_at is not null as "isAnswer"`,
    [intentId],
  );
  return rows.find(({ isAnswer }) => !isAnswer);
}
