/** The events of a chat's log that a reader received; each must have the next number. */
export interface Seen {
  /** The number of the last event. */
  last: number;
  /** Events that came before one that should have come first, and repeated ones. */
  gaps: number;
  doubled: number;
}

/** Nothing yet. */
export function seenNothing(): Seen {
  return { last: 0, gaps: 0, doubled: 0 };
}

/** Records an event. */
export function note(seen: Seen, seq: number): void {
  if (seq <= seen.last) seen.doubled += 1;
  else if (seq > seen.last + 1) seen.gaps += 1;
  seen.last = Math.max(seen.last, seq);
}
