import type { Pool } from 'pg';
import type { PassingEvent } from '../schema/chatEvent.js';
import {
  EVENTS_PER_PAGE,
  numbered,
  PAGE,
  type NumberedEvent,
  type StoredEvents,
} from './events.js';
import { shardKeyOf } from './shardKeys.js';
import { STREAM_LEFT } from './streams.js';

/** An event that a watcher receives: one of the log, or one that is not stored, with the number of the event before it. */
export type SeenEvent =
  NumberedEvent | (Omit<NumberedEvent, 'event'> & { readonly event: PassingEvent });

/** The position from which the end of a chat's log is read. */
export interface TailPlace {
  readonly sessionId: string;
  /** The number of the last known event. */
  readonly after: number;
  /** The last turn that is known to be committed: streams of it and of earlier turns are over. */
  readonly turn: number;
  /** The known streamed reply, and how many characters of it are known, as PostgreSQL counts; the id is empty where there is none. */
  readonly reply: { readonly id: string; readonly characters: number };
}

/** What follows a position in the log. */
export interface TailRead {
  readonly events: readonly NumberedEvent[];
  /** The length of these events as stored, in characters. */
  readonly length: number;
  /** The reply that is being streamed; only read at the end of the log. */
  readonly reply: ReplyRow | undefined;
}

/** A streamed reply, with the text after the known characters. */
export interface ReplyRow {
  readonly id: string;
  readonly blockId: string;
  readonly text: string;
  /** JSON of a `Heard`; also null where the reply was known before. */
  readonly heard: string | null;
  readonly turn: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The next page of a chat's log or, at its end, the reply that is being streamed: one statement in each case. */
export async function readTail(pool: Pool, place: TailPlace): Promise<TailRead> {
  const { sessionId, after, turn, reply } = place;
  const { rows } = await pool.query<StoredEvents | (ReplyRow & { readonly events: null })>({
    name: 'tail_read',
    text: READ,
    values: [
      ...[sessionId, after, EVENTS_PER_PAGE, shardKeyOf(sessionId)],
      ...[turn, reply.id, reply.characters],
    ],
  });
  const pages = rows.filter((row) => row.events !== null);
  const events = pages.flatMap(numbered).filter(({ seq }) => seq > after);
  const length = pages.reduce((sum, row) => sum + row.events.length, 0);
  return {
    events: events.slice(0, EVENTS_PER_PAGE),
    length,
    reply: rows.find((row) => row.events === null),
  };
}

/** One statement reads both, so that the stream is not older than the log where the log shows no end of the turn. */
const READ = `${PAGE}
  select first, turn, events, at, null as id, null as "blockId", null as text,
    null as heard from page
  union all
  select null, turn, null, (extract(epoch from updated_at) * 1000)::float8, id, block_id,
    substr(text, case when id = $6 then $7::int else 0 end + 1),
    case when id = $6 then null else heard::text end
  from chat_stream
  where shard_key = $4 and session_id = $1 and turn > $5 and updated_at > now() - ${STREAM_LEFT}
    and not exists (select from page)
  order by first`;
