import type { Pool } from 'pg';
import { unpackTrace, type PackedEntry, type TraceEntry } from '../engine/index.js';
import { breatheIfLong } from '../eventLoop/steps.js';
import { shardKeyOf } from './shardKeys.js';

/** The trace of one turn. */
export interface TurnTrace {
  readonly turn: number;
  readonly at: Date;
  readonly entries: readonly TraceEntry[];
}

/** The most turns of a page. */
const TURNS_PER_PAGE = 20;

/** The most stored bytes of a page, unless a single turn is larger: the entries are up to four times as long. */
const BYTES_PER_PAGE = 128 * 1024;

/** SQL: the entries as text; servers before `packed` wrote `entries`. */
const ENTRIES = 'coalesce(packed, entries::text)';

/** The traced turns of a chat after a turn, in order, at most a page. */
export async function readTraces(
  pool: Pool,
  sessionId: string,
  after: number,
): Promise<TurnTrace[]> {
  // Plain SQL: only the rows of the page are read, because rows may be large.
  const { rows } = await pool.query<{ turn: number; at: number; entries: string }>({
    name: 'traces_read',
    text: `select turn, at, entries from (
        select *, sum(octet_length(entries)) over (order by turn) - octet_length(entries) as before
        from (select turn, (extract(epoch from created_at) * 1000)::float8 as at, ${ENTRIES} as entries from chat_trace
          where shard_key = $3 and session_id = $1 and turn > $2 order by turn limit ${TURNS_PER_PAGE}) as next
      ) as sized where before < ${BYTES_PER_PAGE} order by turn`,
    values: [sessionId, after, shardKeyOf(sessionId)],
  });
  return rows.map(({ turn, at, entries }) => ({
    turn,
    at: new Date(at),
    entries: storedEntries(entries),
  }));
}

/** The traces of the last turns up to a turn, at most so many, in order from the newest that begins with a whole session. */
export async function* readLastTraces(
  pool: Pool,
  sessionId: string,
  { turn, atMost }: { readonly turn: number; readonly atMost: number },
): AsyncGenerator<Pick<TurnTrace, 'turn' | 'entries'>, void> {
  // Plain SQL, like the pages above. `bigint`, because callers choose the turn; text, because operators of json refuse `\u0000`.
  const { rows } = await pool.query<{ turn: number; entries: string }>({
    name: 'last_traces_read',
    text: `with last as (select turn, ${ENTRIES} as entries from chat_trace
        where shard_key = $4 and session_id = $1 and turn > $2::bigint - $3 and turn <= $2)
      select turn, entries from last
      where turn >= (select max(turn) from last where left(entries, 16) = '[{"kind":"state"') order by turn`,
    values: [sessionId, turn, atMost, shardKeyOf(sessionId)],
  });
  for (const row of rows) {
    await breatheIfLong(row.entries);
    yield { turn: row.turn, entries: storedEntries(row.entries) };
  }
}

function storedEntries(text: string): TraceEntry[] {
  return unpackTrace(JSON.parse(text) as PackedEntry[]); // Made by `packTrace`.
}
