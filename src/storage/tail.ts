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

/** What a watcher receives: an event of the log, or one that is not stored with the number of the event before it. */
export type SeenEvent =
  NumberedEvent | (Omit<NumberedEvent, 'event'> & { readonly event: PassingEvent });

/** From where the end of a chat's log is read. */
export interface TailPlace {
  readonly sessionId: string;
  /** The number of the last event known already. */
  readonly after: number;
  /** The last turn that is known to be committed: streams of it and of turns before it are over. */
  readonly turn: number;
  /** The streamed reply that is known, and how many of its characters, as PostgreSQL counts; an empty id where none is. */
  readonly reply: { readonly id: string; readonly characters: number };
}

/** What follows a place. */
export interface TailRead {
  /** The next page of the log. */
  readonly events: readonly NumberedEvent[];
  /** The length of these events as they are stored, in characters. */
  readonly length: number;
  /** At the end of the log, the reply that is being streamed. */
  readonly reply: ReplyRow | undefined;
}

/** The row of a streamed reply, with the text after what was known. */
export interface ReplyRow {
  readonly id: string;
  readonly blockId: string;
  readonly text: string;
  /** JSON of a `Heard`; null also where the reply was known. */
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

/** Reads both in one statement, so that the stream is not older than the log where that shows no end of the turn. */
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
