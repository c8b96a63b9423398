import type { Pool } from 'pg';
import type { EffectResult } from '../../engine/index.js';

/** The turn that a lease is for, and the fencing token it is written under. */
export interface LeasedTurn {
  readonly sessionId: string;
  /** One more than are written. */
  readonly turn: number;
  readonly fence: number;
  /** For how long the lease is to hold from now on, in milliseconds. */
  readonly lasts: number;
}

/** The result of an effect of a turn. Number 0 is no effect: it stands for the message of the turn, and for when it began. */
export interface JournalEntry {
  readonly number: number;
  /** Of the effect; of the message for number 0. */
  readonly hash: string;
  readonly result: EffectResult | null;
  /** When it came, in milliseconds since 1970. */
  readonly at: number;
}

/** For how long the results of a turn that broke off are given to whoever repeats it. */
const KEPT_FOR = `interval '1 day'`;

const ENTRIES = `unnest($5::int[], $6::text[], $7::text[], $8::float8[]) as a (ask, hash, answer, at)`;

/**
 * Takes the lease of a chat's next turn and gives its fencing token, which refuses every write under an older one; undefined
 * when the turn was committed, or another holds the lease. Stores the entries there are so far; those of an earlier holder
 * stay if its turn had the same message, and are deleted if not.
 */
export async function takeLease(
  pool: Pool,
  place: LeasedTurn,
  entries: readonly JournalEntry[],
): Promise<number | undefined> {
  const { rows } = await pool.query<{ fence: number }>({
    name: 'lease_take',
    text: `with mine as (
        update chat_session set fence = fence + 1, lease_until = now() + $4::float8 * interval '1 ms'
        where id = $1 and turn = $2::int - 1 and fence = $3 and (lease_until is null or lease_until <= now())
          and (is_preview or not is_ended)
        returning id, fence
      ), same as (
        select from turn_answer where session_id = $1 and turn = $2 and ask = 0
          and hash = ($6::text[])[1] and created_at > now() - ${KEPT_FOR}
      ), gone as (
        delete from turn_answer using mine
        where session_id = mine.id and (turn <> $2 or ask > 0 and not exists (select from same))
      ), begun as (
        insert into turn_answer (session_id, turn, ask, hash, answer, created_at)
        select mine.id, $2, a.ask, a.hash, a.answer::json, to_timestamp(a.at / 1000) from mine, ${ENTRIES}
        on conflict (session_id, turn, ask) do update
          set hash = excluded.hash, answer = excluded.answer, created_at = excluded.created_at
          where not exists (select from same)
      )
      select fence from mine`,
    values: [...placeValues(place), ...entryValues(entries)],
  });
  return rows[0]?.fence;
}

/** Holds a lease for longer, and stores the entries; false when it is not ours any more: then nothing was stored. */
export async function renewLease(
  pool: Pool,
  place: LeasedTurn,
  entries: readonly JournalEntry[],
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'lease_keep',
    text: `with mine as (
        update chat_session set lease_until = now() + $4::float8 * interval '1 ms'
        where id = $1 and turn = $2::int - 1 and fence = $3 and (is_preview or not is_ended)
        returning id
      ), kept as (
        insert into turn_answer (session_id, turn, ask, hash, answer, created_at)
        select mine.id, $2, a.ask, a.hash, a.answer::json, to_timestamp(a.at / 1000) from mine, ${ENTRIES}
        on conflict (session_id, turn, ask) do update
          set hash = excluded.hash, answer = excluded.answer, created_at = excluded.created_at
      )
      select from mine`,
    values: [...placeValues(place), ...entryValues(entries)],
  });
  return rowCount === 1;
}

/** Releases a lease whose turn was not written. That it was held stays known: the next holder reads the journal. */
export async function releaseLease(
  pool: Pool,
  { sessionId, turn, fence }: LeasedTurn,
): Promise<void> {
  await pool.query({
    name: 'lease_leave',
    text: `update chat_session set lease_until = now() - interval '1 second'
      where id = $1 and turn = $2::int - 1 and fence = $3`,
    values: [sessionId, turn, fence],
  });
}

/** What the holders of a turn's lease stored. */
export async function readJournal(
  pool: Pool,
  { sessionId, turn }: Pick<LeasedTurn, 'sessionId' | 'turn'>,
): Promise<JournalEntry[]> {
  const { rows } = await pool.query<Omit<JournalEntry, 'result'> & { result: string }>({
    name: 'lease_answers',
    text: `select ask as number, hash, answer::text as result,
        (extract(epoch from created_at) * 1000)::float8 as at
      from turn_answer where session_id = $1 and turn = $2`,
    values: [sessionId, turn],
  });
  return rows.map((row) => ({ ...row, result: JSON.parse(row.result) }));
}

function placeValues({ sessionId, turn, fence, lasts }: LeasedTurn): unknown[] {
  return [sessionId, turn, fence, lasts];
}

/** As lists of texts: PostgreSQL stores any JSON text as it is, but cannot read rows from one with NUL in it. */
function entryValues(entries: readonly JournalEntry[]): unknown[] {
  return [
    entries.map(({ number }) => number),
    entries.map(({ hash }) => hash),
    entries.map(({ result }) => JSON.stringify(result)),
    entries.map(({ at }) => at),
  ];
}
