import { createHash } from 'node:crypto';
import type { Pool } from 'pg';

/** A status that is to be forwarded. */
export interface QueuedStatus {
  readonly credentialsId: string;
  readonly url: string;
  /** JSON. */
  readonly body: string;
}

/** The most waiting statuses of one set of credentials; further ones are dropped. */
const MOST_WAITING = 10_000;

/** Queues statuses; one that is waiting already is not queued again. */
export async function queueStatuses(pool: Pool, statuses: readonly QueuedStatus[]): Promise<void> {
  for (const { credentialsId, url, body } of statuses) {
    const id = createHash('sha256').update([credentialsId, url, body].join('\n')).digest('hex');
    await pool.query({
      name: 'messenger_status_queue',
      text: `insert into messenger_status (id, credentials_id, url, body, attempt, due_at, created_at)
        select $1, $2, $3, $4, 0, now(), now()
        where (select count(*) from messenger_status where credentials_id = $2) < ${MOST_WAITING}
        on conflict (id) do nothing`,
      values: [id, credentialsId, url, body],
    });
  }
}

/** A status that this process took. `attempt` is a fencing token: only the latest attempt writes. */
export interface TakenStatus extends QueuedStatus {
  readonly id: string;
  readonly attempt: number;
  /** Seconds since it was queued. */
  readonly age: number;
}

/** Seconds for which a process holds a status that it took. */
const LEASE = 60;

/** Takes at most `most` statuses that are due. No two processes take the same one. */
export async function takeStatuses(pool: Pool, most: number): Promise<TakenStatus[]> {
  const { rows } = await pool.query<TakenStatus>({
    name: 'messenger_status_take',
    text: `update messenger_status set attempt = attempt + 1, due_at = now() + interval '${LEASE} seconds'
      where id = any(array(select id from messenger_status where due_at <= now() order by due_at
        limit $1 for update skip locked))
      returning id, credentials_id as "credentialsId", url, body, attempt,
        extract(epoch from now() - created_at)::float8 as age`,
    values: [most],
  });
  return rows;
}

type Held = Pick<TakenStatus, 'id' | 'attempt'>;

/** Deletes a status that was forwarded or given up. */
export async function forgetStatus(pool: Pool, { id, attempt }: Held): Promise<void> {
  await pool.query({
    name: 'messenger_status_forget',
    text: 'delete from messenger_status where id = $1 and attempt = $2',
    values: [id, attempt],
  });
}

/** Postpones a status by some seconds. */
export async function putOffStatus(
  pool: Pool,
  { id, attempt }: Held,
  seconds: number,
): Promise<void> {
  await pool.query({
    name: 'messenger_status_put_off',
    text: `update messenger_status set due_at = now() + $3 * interval '1 second' where id = $1 and attempt = $2`,
    values: [id, attempt, seconds],
  });
}
