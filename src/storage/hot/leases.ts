import type { Pool } from 'pg';
import type { EffectResult } from '../../engine/index.js';
import { shardKeyOf } from '../shardKeys.js';

/** The turn that a lease is for, and the fencing token under which the turn is written. */
export interface LeasedTurn {
  readonly sessionId: string;
  /** One more than the number of turns written. */
  readonly turn: number;
  readonly fence: number;
  /** How long the lease is valid from now on, in milliseconds. */
  readonly lasts: number;
}

/**
 * The result of an effect of a turn. Number 0 is not an effect: it holds the message of the turn, the time it began, and as its result the
 * version to which the turn moves its chat (`MoveTarget`), if there is one.
 */
export interface JournalEntry {
  readonly number: number;
  /** Of the effect; of the message for number 0. */
  readonly hash: string;
  readonly result: EffectResult | null;
  /** The time of the result, in milliseconds since 1970. */
  readonly at: number;
}

/**
 * Takes the lease of a chat's next turn and returns its fencing token, under which older writes are refused; undefined if the
 * turn was committed or another process holds the lease. Stores the entries so far. Entries of an earlier holder are kept if
 * its turn had the same message, else deleted.
 */
export async function takeLease(
  pool: Pool,
  place: LeasedTurn,
  entries: readonly JournalEntry[],
): Promise<number | undefined> {
  // A function, so that the lease and its journal change together in one round trip (`migrations/0048-shard-keys.sql`).
  const { rows } = await pool.query<{ fence: number | null }>({
    name: 'lease_take',
    text: 'select take_lease_1($1, $2, $3, $4, $5, $6, $7, $8, $9) as fence',
    values: [...placeValues(place), ...entryValues(entries)],
  });
  return rows[0]?.fence ?? undefined;
}

/** Extends a lease and stores the entries. False if this process no longer holds the lease: then nothing was stored. */
export async function renewLease(
  pool: Pool,
  place: LeasedTurn,
  entries: readonly JournalEntry[],
): Promise<boolean> {
  const { rows } = await pool.query<{ isHeld: boolean }>({
    name: 'lease_keep',
    text: 'select renew_lease_1($1, $2, $3, $4, $5, $6, $7, $8, $9) as "isHeld"',
    values: [...placeValues(place), ...entryValues(entries)],
  });
  return rows[0]?.isHeld === true;
}

/** Releases a lease whose turn was not written. The row still shows that there was one: the next holder reads the journal. */
export async function releaseLease(
  pool: Pool,
  { sessionId, turn, fence }: LeasedTurn,
): Promise<void> {
  await pool.query({
    // Plain SQL: the write itself must compare the fencing token, or it could end the lease of another process.
    name: 'lease_leave',
    text: `update chat_session set lease_until = now() - interval '1 second'
      where shard_key = $4 and id = $1 and turn = $2::int - 1 and fence = $3`,
    values: [sessionId, turn, fence, shardKeyOf(sessionId)],
  });
}

/** The journal entries that the holders of a turn's lease stored. */
export async function readJournal(
  pool: Pool,
  { sessionId, turn }: Pick<LeasedTurn, 'sessionId' | 'turn'>,
): Promise<JournalEntry[]> {
  const { rows } = await pool.query<Omit<JournalEntry, 'result'> & { result: string }>({
    // Plain SQL: a turn reads it over the connections of chats, with times as numbers, as the journal has them.
    name: 'lease_answers',
    text: `select ask as number, hash, answer::text as result,
        (extract(epoch from created_at) * 1000)::float8 as at
      from turn_answer where shard_key = $3 and session_id = $1 and turn = $2`,
    values: [sessionId, turn, shardKeyOf(sessionId)],
  });
  return rows.map((row) => ({ ...row, result: storedResult(row.result) }));
}

function storedResult(text: string): JournalEntry['result'] {
  // Only `entryValues` writes it.
  return JSON.parse(text) as JournalEntry['result'];
}

function placeValues({ sessionId, turn, fence, lasts }: LeasedTurn): unknown[] {
  return [shardKeyOf(sessionId), sessionId, turn, fence, lasts];
}

/**
 * The results are one text, which the driver sends as it is. It would escape each text of a list, which blocks the event loop for seconds
 * where a service answered with megabytes of quotes. PostgreSQL splits the text without decoding it, so that it may contain an escaped NUL.
 */
function entryValues(entries: readonly JournalEntry[]): unknown[] {
  return [
    entries.map(({ number }) => number),
    entries.map(({ hash }) => hash),
    `[${entries.map(({ result }) => JSON.stringify(result)).join(',')}]`,
    entries.map(({ at }) => at),
  ];
}
