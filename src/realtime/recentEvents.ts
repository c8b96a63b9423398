import type { NumberedEvent } from '../storage/events.js';

/** The newest events of a chat's log, until every reader has them. */
export interface RecentEvents {
  /** Begins after the event of this number. */
  begin(seq: number): void;
  isBegun(): boolean;
  /** The number of the newest event. */
  last(): number;
  /** Adds those that follow the newest; false where none does. `length`: the characters of all of them, as they are stored. */
  add(events: readonly NumberedEvent[], length: number): boolean;
  /** Events after a number, from the next one on; empty where there are none, undefined where the next is not kept any more. */
  after(seq: number): readonly NumberedEvent[] | undefined;
  /** Forgets all of them. */
  release(): void;
}

/** The most characters of events that are kept, unless a single write is larger. */
const MOST_KEPT = 512 * 1024;

/** Events that were read or written together. */
interface Batch {
  readonly events: readonly NumberedEvent[];
  /** The number of the last one. */
  readonly last: number;
  readonly length: number;
}

const NONE: readonly NumberedEvent[] = [];

/** Opens an empty list; `begin` says where it starts. */
export function openRecentEvents(): RecentEvents {
  let batches: Batch[] = [];
  let kept = 0;
  /** The number before the first event that is kept, and the newest one. */
  let [before, last] = [-1, -1];
  const dropOldest = (): void => {
    const [oldest] = batches.splice(0, 1);
    kept -= oldest?.length ?? 0;
    before = oldest?.last ?? before;
  };
  return {
    begin(seq) {
      before = last = seq;
    },
    isBegun: () => last >= 0,
    last: () => last,
    add(events, length) {
      const added = events.filter(({ seq }) => seq > last);
      const newest = added.at(-1);
      if (!newest) return false;
      last = newest.seq;
      batches.push({ events: added, last, length });
      kept += length;
      while (kept > MOST_KEPT && batches.length > 1) dropOldest();
      return true;
    },
    after(seq) {
      if (seq < before) return undefined;
      const { events } = batches.find((one) => one.last > seq) ?? { events: NONE };
      // Most readers need all of it, and share it.
      return (events[0]?.seq ?? 0) > seq ? events : events.filter((one) => one.seq > seq);
    },
    release() {
      batches = [];
      kept = 0;
      before = last;
    },
  };
}
