import type { Pool } from 'pg';
import type { Delta } from '../schema/chatEvent.js';
import {
  EVENTS_PER_PAGE,
  numbered,
  PAGE,
  type NumberedEvent,
  type StoredEvents,
} from './events.js';
import { STREAM_LEFT } from './streams.js';

/** What a watcher receives: an event of the log, or a delta with the number of the event before it. */
export type SeenEvent = NumberedEvent | (Omit<NumberedEvent, 'event'> & { readonly event: Delta });

/** Where a watcher begins. */
export interface TailStart {
  readonly sessionId: string;
  /** The number of the last event known already. */
  readonly after: number;
  /** The last turn that is committed: streams of it and of turns before it are over. */
  readonly turn: number;
}

/** The end of a chat's log, for one watcher. */
export interface Tail {
  /**
   * The next page of the log; at its end, what was added to the reply being streamed, from its beginning for a new watcher;
   * else nothing. One statement in each case.
   */
  read(): Promise<readonly SeenEvent[]>;
}

/** Opens the log of a chat after a number. */
export function openTail(pool: Pool, { sessionId, after, turn }: TailStart): Tail {
  let last = after;
  let written = turn;
  let seen = NOTHING_SEEN;
  return {
    async read() {
      const { rows } = await pool.query<StoredEvents | OpenReply>({
        name: 'tail_read',
        text: READ,
        values: [sessionId, last, EVENTS_PER_PAGE, written, seen.id, seen.characters],
      });
      const events = rows
        .flatMap((row) => (row.events === null ? [] : numbered(row)))
        .filter(({ seq }) => seq > last)
        .slice(0, EVENTS_PER_PAGE);
      last = events.at(-1)?.seq ?? last;
      written = Math.max(written, events.at(-1)?.turn ?? 0);
      const open = rows.find((row) => row.events === null);
      if (!open || open.text === '') return events;
      const offset = open.id === seen.id ? seen.length : 0;
      seen = grown(open.id === seen.id ? seen : { ...NOTHING_SEEN, id: open.id }, open.text);
      const { blockId, text } = open;
      const event = { kind: 'delta', blockId, text, offset } as const;
      return [{ seq: last, turn: open.turn, at: new Date(open.at), event }];
    },
  };
}

/** The row of a stream, with the text after the position of this watcher. */
interface OpenReply {
  readonly events: null;
  readonly id: string;
  readonly blockId: string;
  readonly text: string;
  readonly turn: number;
  readonly at: number;
}

/** How far a watcher has read a stream, as PostgreSQL and as JavaScript count characters. */
interface Seen {
  readonly id: string;
  readonly characters: number;
  readonly length: number;
}

const NOTHING_SEEN: Seen = { id: '', characters: 0, length: 0 };

function grown({ id, characters, length }: Seen, text: string): Seen {
  return { id, characters: characters + [...text].length, length: length + text.length };
}

/** Reads both in one statement, so that the stream is not older than the log where that shows no end of the turn. */
const READ = `${PAGE}
  select first, turn, events, at, null as id, null as "blockId", null as text from page
  union all
  select null, turn, null, (extract(epoch from updated_at) * 1000)::float8, id, block_id,
    substr(text, case when id = $5 then $6::int else 0 end + 1)
  from chat_stream
  where session_id = $1 and turn > $4 and updated_at > now() - ${STREAM_LEFT}
    and not exists (select from page)
  order by first`;
