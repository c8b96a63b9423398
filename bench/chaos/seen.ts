/** What somebody saw of a chat's log, in which every event has the next number. */
export interface Seen {
  /** The number of the last event. */
  last: number;
  /** Events that came before one that should have come first, and such as came again. */
  gaps: number;
  doubled: number;
}

/** Nothing so far. */
export function seenNothing(): Seen {
  return { last: 0, gaps: 0, doubled: 0 };
}

/** Takes note of an event that came. */
export function note(seen: Seen, seq: number): void {
  if (seq <= seen.last) seen.doubled += 1;
  else if (seq > seen.last + 1) seen.gaps += 1;
  seen.last = Math.max(seen.last, seq);
}
