import type { Pool } from 'pg';
import type { TurnEvent } from '../engine/index.js';
import type { Heard } from '../schema/chatEvent.js';
import { shardKeyOf } from './shardKeys.js';

/** An event of a chat with its number. */
export interface NumberedEvent {
  readonly seq: number;
  readonly turn: number;
  readonly at: Date;
  readonly event: TurnEvent;
}

/** The events that a turn added to the log. */
export interface WrittenEvents {
  readonly turn: number;
  readonly firstSeq: number;
  readonly events: readonly TurnEvent[];
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Which events of the log to read. */
export interface EventsWanted {
  /** The number of the last known event. */
  readonly after: number;
  /** The most events, at most `EVENTS_PER_PAGE`. */
  readonly limit: number;
}

/** The most events a page of the log holds. */
export const EVENTS_PER_PAGE = 256;

/** The most bytes of events in a page, unless a single row is larger. Limits the memory for one watcher. */
const BYTES_PER_PAGE = 512 * 1024;

/** The next events of a chat after a number, in order, at most a page; empty when there are none yet. */
export async function readEvents(
  pool: Pool,
  sessionId: string,
  { after, limit }: EventsWanted,
): Promise<NumberedEvent[]> {
  const { rows } = await pool.query<StoredEvents>({
    name: 'events_read',
    text: `${PAGE} select first, turn, events, at from page order by first`,
    values: [sessionId, after, limit, shardKeyOf(sessionId)],
  });
  return rows
    .flatMap(numbered)
    .filter(({ seq }) => seq > after)
    .slice(0, limit);
}

/** A row of the log as `PAGE` reads it. */
export interface StoredEvents {
  readonly first: number;
  readonly turn: number;
  readonly events: string;
  readonly at: number;
}

/**
 * The beginning of a statement: `page` holds the rows of chat `$1`, with shard key `$4`, after number `$2`, up to `$3` events. Of the rows
 * that begin at `after + 1` or earlier, the one with the greatest first number holds `after + 1`. Each next row begins where the last one
 * ends. Only the rows of the page are read, because rows may be large.
 */
export const PAGE = `with recursive page as (
    (select first_seq as first, last_seq, turn, events::text as events,
        (extract(epoch from created_at) * 1000)::float8 as at,
        octet_length(events::text)::bigint as bytes
      from chat_event
      where shard_key = $4 and session_id = $1 and last_seq > $2 and first_seq >= coalesce((
        select max(first_seq) from chat_event
        where shard_key = $4 and session_id = $1 and first_seq <= $2::bigint + 1), 0)
      order by first_seq limit 1)
    union all
    select row.first_seq, row.last_seq, row.turn, row.text,
      (extract(epoch from row.created_at) * 1000)::float8, page.bytes + octet_length(row.text)
    from page, lateral (select *, events::text as text from chat_event
      where shard_key = $4 and session_id = $1 and first_seq = page.last_seq + 1) as row
    where row.first_seq <= $2::bigint + $3
      and page.bytes + octet_length(row.text) <= ${BYTES_PER_PAGE}
  )`;

/** The events of a row, each with its number. */
export function numbered(row: StoredEvents): NumberedEvent[] {
  const at = new Date(row.at);
  return storedEvents(row.events).map((event, index) => ({
    seq: row.first + index,
    turn: row.turn,
    at,
    event,
  }));
}

/**
 * What the log holds of the trace of a turn that it tells whole: the rest is found by running the turn again (docs/adr/0066-traces.md). It
 * stands in the event that ends the turn, and readers of the log do not see it.
 */
export interface LoggedTrace {
  /** When the turn began: the clock of the engine, in milliseconds since 1970. */
  readonly at: number;
  /** Milliseconds that the engine took, and the whole turn. */
  readonly engineTook: number;
  readonly turnTook: number;
  /** Of the first turn: the flow that it ran, and the languages that the visitor wanted. */
  readonly start?: { readonly flowId: string; readonly locale?: string | undefined } | undefined;
}

/** The members of a `LoggedTrace`, short, since each turn has them. */
type PackedTrace = readonly [
  at: number,
  engineTook: number,
  turnTook: number,
  flowId?: string,
  locale?: string,
];

/**
 * What the log holds of how a chat began that is kept to be run again, where that tells the rest (docs/adr/0080-replay.md). It stands in the
 * event that ends the first turn, and readers of the log do not see it.
 */
export interface StartMark {
  /** The languages that the visitor wanted. */
  readonly locale?: string | undefined;
}

/** The events of the first turn, the last of which is its end, with what running it again needs besides. */
export function withStartMark(events: readonly TurnEvent[], { locale }: StartMark): TurnEvent[] {
  return withEnd(events, { locale, kept: 1 });
}

/** SQL: a pattern of the text of such events, and of no others: it ends a text only where the last member of the last event is this one. */
export const MARKED_START = '%,"kept":1}]';

/** The events of a turn, the last of which is its end, with what its trace needs besides. */
export function withLoggedTrace(
  events: readonly TurnEvent[],
  { at, engineTook, turnTook, start }: LoggedTrace,
): TurnEvent[] {
  const { flowId, locale } = start ?? {};
  const traced = [at, engineTook, turnTook, flowId, locale].filter((one) => one !== undefined);
  return withEnd(events, { traced });
}

/** The type of events does not have these members: only `storedTurn` reads them. */
interface LoggedMembers {
  readonly traced?: PackedTrace;
  readonly locale?: string;
  /** The last one (`MARKED_START`). */
  readonly kept?: 1;
}

function withEnd(events: readonly TurnEvent[], more: object): TurnEvent[] {
  return events.map((event) => (event.kind === 'turnEnd' ? { ...event, ...more } : event));
}

/** The events of one write, which are stored as one JSON document, and what their trace or running them again needs besides, if they have it. */
export function storedTurn(text: string): {
  readonly events: TurnEvent[];
  readonly logged?: LoggedTrace;
  readonly startMark?: StartMark;
} {
  // Written as the engine made them (hot/turnWriter.ts), by `withLoggedTrace` and `withStartMark` where they are logged so.
  const events = JSON.parse(text) as (TurnEvent & LoggedMembers)[];
  const end = events.at(-1);
  if (!end?.traced && !end?.kept) return { events };
  const { traced, locale, kept, ...plain } = end;
  return {
    events: [...events.slice(0, -1), plain],
    ...(traced && { logged: unpacked(traced) }),
    ...(kept && { startMark: { locale } }),
  };
}

function unpacked([at, engineTook, turnTook, flowId, locale]: PackedTrace): LoggedTrace {
  const start = flowId === undefined ? undefined : { flowId, locale };
  return { at, engineTook, turnTook, start };
}

/** The events of one write, as readers of the log see them. */
export function storedEvents(text: string): TurnEvent[] {
  return storedTurn(text).events;
}

/**
 * Events that this process wrote, as a read returns them: scripts may leave values that JSON does not have. `length` is the number
 * of characters of the stored text.
 */
export function asStored({ firstSeq: first, turn, events, at }: WrittenEvents): {
  readonly events: NumberedEvent[];
  readonly length: number;
} {
  const text = JSON.stringify(events);
  return { events: numbered({ first, turn, events: text, at }), length: text.length };
}

/** The visitor's message in a turn that is streamed. */
export function storedHeard(text: string): Heard {
  // Written by `openStream` (streams.ts).
  return JSON.parse(text) as Heard;
}

/** Whether this event ends a chat; a preview may continue after it. */
export function isEnd(event: TurnEvent): boolean {
  return event.kind === 'turnEnd' && event.isEnded;
}
