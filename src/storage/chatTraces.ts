import type { Pool } from 'pg';
import { unpackTrace, type PackedEntry, type TraceEntry, type TurnEvent } from '../engine/index.js';
import { breatheIfLong } from '../eventLoop/steps.js';
import { storedTurn, type LoggedTrace } from './events.js';
import { shardKeyOf } from './shardKeys.js';

/** The trace of one turn. */
export interface StoredEntries {
  readonly turn: number;
  readonly at: Date;
  readonly entries: readonly TraceEntry[];
}

/** A traced turn of which only the log is stored. */
export interface LoggedTurn {
  readonly turn: number;
  readonly at: Date;
  readonly events: readonly TurnEvent[];
  readonly logged: LoggedTrace;
  /** The state of the chat as it is now; only with its first turn. */
  readonly state: unknown;
}

/** A traced turn, as it is stored. */
export type StoredTrace = StoredEntries | LoggedTurn;

/** The most turns of a page. */
const TURNS_PER_PAGE = 20;

/** The most stored bytes of a page, unless a single turn is larger: the entries are up to four times as long. */
const BYTES_PER_PAGE = 128 * 1024;

/**
 * SQL: the traced turns of chat `$1`, with shard key `$2`: the text of their entries, or else of their log. Servers before `packed` wrote
 * `entries`. The mark of a turn that its log tells cannot be part of a text, in which quotes are escaped.
 */
const TRACED = `select log.turn, log.first_seq, (extract(epoch from log.created_at) * 1000)::float8 as at, trace.turn is null as "isLogged",
    coalesce(trace.packed, trace.entries::text, log.events::text) as text, case when trace.turn is null and log.turn = 1
      then (select state::text from chat_session where shard_key = $2 and id = $1) end as state
  from chat_event log
  left join chat_trace trace on trace.shard_key = $2 and trace.session_id = $1 and trace.turn = log.turn
  where log.shard_key = $2 and log.session_id = $1
    and (trace.turn is not null or log.events::text like '%"traced":[%')`;

/** The traced turns of a chat after a turn, in order, at most a page. */
export async function readTraces(
  pool: Pool,
  sessionId: string,
  after: number,
): Promise<StoredTrace[]> {
  // Plain SQL: only the rows of the page are read, because rows may be large. Each turn has an event, so none is numbered below its turn.
  const { rows } = await pool.query<TraceRow>({
    name: 'traces_read',
    text: `select turn, at, "isLogged", text, state from (
        select *, sum(octet_length(text)) over (order by first_seq) - octet_length(text) as before
        from (${TRACED} and log.first_seq > $3 and log.turn > $3 order by log.first_seq limit ${TURNS_PER_PAGE}) as next
      ) as sized where before < ${BYTES_PER_PAGE} order by turn`,
    values: [sessionId, shardKeyOf(sessionId), after],
  });
  return rows.map(storedTrace);
}

/** The next turn of a chat after a turn of which a trace is stored; undefined if there is none. */
export async function findStoredTrace(
  pool: Pool,
  sessionId: string,
  after: number,
): Promise<number | undefined> {
  const { rows } = await pool.query<{ turn: number | null }>({
    name: 'stored_trace_find',
    text: 'select min(turn) as turn from chat_trace where shard_key = $2 and session_id = $1 and turn > $3',
    values: [sessionId, shardKeyOf(sessionId), after],
  });
  return rows[0]?.turn ?? undefined;
}

/** The traces of the last turns up to a turn, at most so many, in order from the newest that tells the whole session. */
export async function* readLastTraces(
  pool: Pool,
  sessionId: string,
  { turn, atMost }: { readonly turn: number; readonly atMost: number },
): AsyncGenerator<StoredTrace, void> {
  // Plain SQL, like the pages above. `bigint`, because callers choose the turn; text, because operators of json refuse `\u0000`.
  const { rows } = await pool.query<TraceRow>({
    name: 'last_traces_read',
    text: `with last as (${TRACED} and log.first_seq > $3::bigint - $4 and log.turn > $3::bigint - $4 and log.turn <= $3)
      select turn, at, "isLogged", text, state from last
      where turn >= (select max(turn) from last where turn = 1 or left(text, 16) = '[{"kind":"state"') order by turn`,
    values: [sessionId, shardKeyOf(sessionId), turn, atMost],
  });
  for (const row of rows) {
    await breatheIfLong(row.text);
    yield storedTrace(row);
  }
}

/** A row of `TRACED`. */
interface TraceRow {
  readonly turn: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly isLogged: boolean;
  readonly text: string;
  readonly state: string | null;
}

function storedTrace({ turn, at, isLogged, text, state }: TraceRow): StoredTrace {
  const place = { turn, at: new Date(at) };
  if (!isLogged) {
    // Made by `packTrace`.
    return { ...place, entries: unpackTrace(JSON.parse(text) as PackedEntry[]) };
  }
  const { events, logged } = storedTurn(text);
  // Only rows that have it are read.
  return { ...place, events, logged: logged as LoggedTrace, state: JSON.parse(state ?? 'null') };
}
