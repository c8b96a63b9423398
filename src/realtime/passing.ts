import type { PassingEvent } from '../schema/chatEvent.js';
import { storedHeard } from '../storage/events.js';
import type { ReplyRow } from '../storage/tail.js';

/** A reply that is being streamed, with its whole text so far; shared by all readers of its chat. */
export interface OpenReply extends ReplyRow {
  /** The length of the text as PostgreSQL counts. */
  readonly characters: number;
}

/** What a reader was shown of the running turn. */
export interface Shown {
  readonly turn: number;
  /** When the reply changed last, in milliseconds since 1970. */
  readonly at: number;
  readonly heard: string | null;
  /** The reply, and how much of its text, as JavaScript counts. */
  readonly id: string;
  readonly length: number;
}

/** For a reader who was shown nothing of a running turn. */
export const NOTHING_SHOWN: Shown = { turn: 0, at: 0, heard: null, id: '', length: 0 };

/** A reply with the text that a read added to it. */
export function withRow(known: OpenReply | undefined, row: ReplyRow): OpenReply {
  const characters = [...row.text].length;
  if (known?.id !== row.id) return { ...row, characters };
  return {
    ...row,
    heard: known.heard,
    text: known.text + row.text,
    characters: known.characters + characters,
  };
}

/** What a reader was shown after the events of `passingOf`. */
export function shownAfter(before: Shown, reply: OpenReply | undefined): Shown {
  if (!reply) return NOTHING_SHOWN;
  const { turn, at, heard, id, text } = reply;
  return { turn, at, heard: heard ?? before.heard, id, length: text.length };
}

/** The events that are new to a reader. The message of a turn is shown once, even if the turn streams twice or begins again. */
export function passingOf(before: Shown, reply: OpenReply | undefined): PassingEvent[] {
  if (!reply) return before.turn > 0 ? [{ kind: 'withdrawn' }] : [];
  const { id, blockId, heard } = reply;
  const isNews = heard !== null && heard !== before.heard;
  const offset = id === before.id ? before.length : 0;
  const text = reply.text.slice(offset);
  return [
    ...(isNews ? [{ kind: 'received', ...storedHeard(heard) } as const] : []),
    ...(text === '' ? [] : [{ kind: 'delta', blockId, text, offset } as const]),
  ];
}
