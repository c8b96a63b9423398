import type { Pool } from 'pg';

/** A payment that a chat prepared with its provider. */
export interface PreparedPayment {
  /** The provider's name for it. */
  readonly intentId: string;
  readonly sessionId: string;
  /** The account it goes to. */
  readonly credentialsId: string;
  /** What is to be paid, as people read it. */
  readonly label: string;
}

/** By which a payment is found. */
type Named = Pick<PreparedPayment, 'intentId' | 'credentialsId'>;

/** Notes a payment that was prepared; a second time changes nothing. */
export async function notePayment(
  pool: Pool,
  { intentId, sessionId, credentialsId, label }: PreparedPayment,
): Promise<void> {
  await pool.query({
    name: 'payment_note',
    text: `insert into payment (intent_id, session_id, credentials_id, label) values ($1, $2, $3, $4)
      on conflict (intent_id) do nothing`,
    values: [intentId, sessionId, credentialsId, label],
  });
}

/** Notes that a payment to this account was made; what is not known, or was noted before, changes nothing. */
export async function notePaid(pool: Pool, { intentId, credentialsId }: Named): Promise<void> {
  await pool.query({
    name: 'payment_note_paid',
    text: `update payment set paid_at = now() where intent_id = $1 and credentials_id = $2 and paid_at is null`,
    values: [intentId, credentialsId],
  });
}

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
    text: 'delete from payment where intent_id = $1 and paid_at is null',
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
    text: `select intent_id as "intentId", credentials_id as "credentialsId" from payment
      where session_id = $2 and intent_id <> $1 and paid_at is null
        and exists (select 1 from credentials where credentials.id = credentials_id)`,
    values: [intentId, sessionId],
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

/** Some payments that were made so many milliseconds ago, and whose chats may still wait for them; the oldest first. */
export async function findUnsettled(
  pool: Pool,
  paidBefore: number,
): Promise<readonly Pick<PreparedPayment, 'intentId' | 'sessionId'>[]> {
  const { rows } = await pool.query<Pick<PreparedPayment, 'intentId' | 'sessionId'>>(
    `select intent_id as "intentId", session_id as "sessionId" from payment
      where settled_at is null and paid_at < now() - $1 * interval '1 millisecond'
      order by paid_at limit 100`,
    [paidBefore],
  );
  return rows;
}

/** Has the chat of a payment looked at again, after all others and as if the payment had been made now. */
export async function putOffSettling(pool: Pool, intentId: string): Promise<void> {
  await pool.query('update payment set paid_at = now() where intent_id = $1', [intentId]);
}

/** A payment that was made and is the answer of no chat. */
export interface LeftPayment extends Named {
  /** Null where it was prepared by an older server. */
  readonly label: string | null;
}

/** Notes that the chat of a payment does not wait for it. Gives the payment, the first time, if it is the answer of none. */
export async function noteSettled(pool: Pool, intentId: string): Promise<LeftPayment | undefined> {
  const { rows } = await pool.query<LeftPayment & { readonly isAnswer: boolean }>(
    `update payment set settled_at = now() where intent_id = $1 and settled_at is null
      returning intent_id as "intentId", credentials_id as "credentialsId", label, answered_at is not null as "isAnswer"`,
    [intentId],
  );
  return rows.find(({ isAnswer }) => !isAnswer);
}
