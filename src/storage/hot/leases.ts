import type { Pool } from 'pg';
import type { EffectResult } from '../../engine/index.js';

/** A turn that is to be written, and the fence under which. */
export interface LeasedTurn {
  readonly sessionId: string;
  /** The turn that is taken: one more than are written. */
  readonly turn: number;
  readonly fence: number;
  /** For how long the lease is to hold from now on, in milliseconds. */
  readonly lasts: number;
}

/** What an ask of a turn was answered. Number 0 is no ask: it stands for what the turn was given, and for when it began. */
export interface JournalEntry {
  readonly number: number;
  /** Of the ask. */
  readonly hash: string;
  readonly answer: EffectResult | null;
  /** When it came, in milliseconds since 1970. */
  readonly at: number;
}

/** For how long answers of a turn that broke off are given to who repeats it. */
const KEPT_FOR = `interval '1 day'`;

const WITH_ANSWERS = `unnest($5::int[], $6::text[], $7::text[], $8::float8[]) as a (ask, hash, answer, at)`;

/**
 * Takes the lease of a chat's next turn and gives its fence, which no write under an older one passes; nothing when the turn
 * was taken, or another holds it. Notes what the turn was given and answered so far; what an earlier holder was answered
 * stays if it was given the same, and is thrown away if not.
 */
export async function takeLease(
  pool: Pool,
  place: LeasedTurn,
  answers: readonly JournalEntry[],
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
        select mine.id, $2, a.ask, a.hash, a.answer::json, to_timestamp(a.at / 1000) from mine, ${WITH_ANSWERS}
        on conflict (session_id, turn, ask) do update
          set hash = excluded.hash, answer = excluded.answer, created_at = excluded.created_at
          where not exists (select from same)
      )
      select fence from mine`,
    values: [...placeValues(place), ...answerValues(answers)],
  });
  return rows[0]?.fence;
}

/** Holds a lease for longer, and keeps what came meanwhile; false when it is not ours any more: then nothing was kept. */
export async function renewLease(
  pool: Pool,
  place: LeasedTurn,
  answers: readonly JournalEntry[],
): Promise<boolean> {
  const { rowCount } = await pool.query({
    name: 'lease_keep',
    text: `with mine as (
        update chat_session set lease_until = now() + $4::float8 * interval '1 ms'
        where id = $1 and turn = $2::int - 1 and fence = $3 and (is_preview or not is_ended)
        returning id
      ), kept as (
        insert into turn_answer (session_id, turn, ask, hash, answer, created_at)
        select mine.id, $2, a.ask, a.hash, a.answer::json, to_timestamp(a.at / 1000) from mine, ${WITH_ANSWERS}
        on conflict (session_id, turn, ask) do update
          set hash = excluded.hash, answer = excluded.answer, created_at = excluded.created_at
      )
      select from mine`,
    values: [...placeValues(place), ...answerValues(answers)],
  });
  return rowCount === 1;
}

/** Lets go of a lease whose turn was not written. That somebody had it stays known: the next holder looks for answers. */
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

/** What the holders of a turn's lease noted. */
export async function readAnswers(
  pool: Pool,
  { sessionId, turn }: Pick<LeasedTurn, 'sessionId' | 'turn'>,
): Promise<JournalEntry[]> {
  const { rows } = await pool.query<Omit<JournalEntry, 'answer'> & { answer: string }>({
    name: 'lease_answers',
    text: `select ask as number, hash, answer::text as answer,
        (extract(epoch from created_at) * 1000)::float8 as at
      from turn_answer where session_id = $1 and turn = $2`,
    values: [sessionId, turn],
  });
  return rows.map((row) => ({ ...row, answer: JSON.parse(row.answer) }));
}

function placeValues({ sessionId, turn, fence, lasts }: LeasedTurn): unknown[] {
  return [sessionId, turn, fence, lasts];
}

/** As lists of texts: PostgreSQL takes any JSON text as a whole, but does not look for rows in just any. */
function answerValues(answers: readonly JournalEntry[]): unknown[] {
  return [
    answers.map(({ number }) => number),
    answers.map(({ hash }) => hash),
    answers.map(({ answer }) => JSON.stringify(answer)),
    answers.map(({ at }) => at),
  ];
}
