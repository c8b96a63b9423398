import type { Pool } from 'pg';
import type { PassingEvent } from '../schema/chatEvent.js';
import {
  EVENTS_PER_PAGE,
  numbered,
  PAGE,
  storedHeard,
  type NumberedEvent,
  type StoredEvents,
} from './events.js';
import { STREAM_LEFT } from './streams.js';

/** What a watcher receives: an event of the log, or one that is not stored with the number of the event before it. */
export type SeenEvent =
  NumberedEvent | (Omit<NumberedEvent, 'event'> & { readonly event: PassingEvent });

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
   * The next page of the log; at its end, what the turn that is streamed shows: the message it answers, and what was added
   * to the reply, from its beginning for a new watcher, or that it came to nothing; else nothing. One statement in each case.
   */
  read(): Promise<readonly SeenEvent[]>;
}

/** Opens the log of a chat after a number. */
export function openTail(pool: Pool, { sessionId, after, turn }: TailStart): Tail {
  let last = after;
  let written = turn;
  let shown = NOTHING_SHOWN;
  return {
    async read() {
      const { rows } = await pool.query<StoredEvents | OpenStream>({
        name: 'tail_read',
        text: READ,
        values: [sessionId, last, EVENTS_PER_PAGE, written, shown.id, shown.characters],
      });
      const events = rows
        .flatMap((row) => (row.events === null ? [] : numbered(row)))
        .filter(({ seq }) => seq > last)
        .slice(0, EVENTS_PER_PAGE);
      last = events.at(-1)?.seq ?? last;
      written = Math.max(written, events.at(-1)?.turn ?? 0);
      if (events.length > 0) return events;
      const before = shown.turn > written ? shown : NOTHING_SHOWN;
      const stream = rows.find((row) => row.events === null);
      shown = stream ? withStream(before, stream) : NOTHING_SHOWN;
      const { turn: of, at } = stream ? shown : before;
      return passing(before, stream).map((event) => ({
        seq: last,
        turn: of,
        at: new Date(at),
        event,
      }));
    },
  };
}

/** The row of a stream, with the text after the position of this watcher. */
interface OpenStream {
  readonly events: null;
  readonly id: string;
  readonly blockId: string;
  readonly text: string;
  /** JSON of a `Heard`; null also where the watcher has seen the stream. */
  readonly heard: string | null;
  readonly turn: number;
  readonly at: number;
}

/** What a watcher was shown of a turn that runs. */
interface Shown {
  readonly turn: number;
  readonly at: number;
  readonly heard: string | null;
  /** The stream, and how far it was read, as PostgreSQL and as JavaScript count characters. */
  readonly id: string;
  readonly characters: number;
  readonly length: number;
}

const NOTHING_SHOWN: Shown = { turn: 0, at: 0, heard: null, id: '', characters: 0, length: 0 };

function withStream(before: Shown, { id, text, turn, at, heard }: OpenStream): Shown {
  const { characters, length } = id === before.id ? before : NOTHING_SHOWN;
  return {
    ...{ id, turn, at, heard: heard ?? before.heard },
    characters: characters + [...text].length,
    length: length + text.length,
  };
}

/** What is new to a watcher. Its message is shown once, also where a turn streams twice or is begun again. */
function passing(before: Shown, stream: OpenStream | undefined): PassingEvent[] {
  if (!stream) return before.turn > 0 ? [{ kind: 'withdrawn' }] : [];
  const { id, blockId, text, heard } = stream;
  const isNews = heard !== null && heard !== before.heard;
  const offset = id === before.id ? before.length : 0;
  return [
    ...(isNews ? [{ kind: 'received', ...storedHeard(heard) } as const] : []),
    ...(text === '' ? [] : [{ kind: 'delta', blockId, text, offset } as const]),
  ];
}

/** Reads both in one statement, so that the stream is not older than the log where that shows no end of the turn. */
const READ = `${PAGE}
  select first, turn, events, at, null as id, null as "blockId", null as text,
    null as heard from page
  union all
  select null, turn, null, (extract(epoch from updated_at) * 1000)::float8, id, block_id,
    substr(text, case when id = $5 then $6::int else 0 end + 1),
    case when id = $5 then null else heard::text end
  from chat_stream
  where session_id = $1 and turn > $4 and updated_at > now() - ${STREAM_LEFT}
    and not exists (select from page)
  order by first`;
