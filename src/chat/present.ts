import { replyOf, type StepResult } from '../engine/index.js';
import type { ChatReply, ChatReplyShape } from '../schema/chatReply.js';

/** Where a turn stands in its chat. */
export interface TurnPlace {
  readonly sessionId: string;
  readonly turn: number;
  readonly firstSeq: number;
}

/** What only the reply of a start carries besides the session's id. */
export type StartParts = Pick<ChatReplyShape, 'resultId' | 'bot'>;

/** The reply to a finished turn; `start` is given for the first one. */
export function presentTurn(turn: StepResult, place: TurnPlace, start?: StartParts): ChatReply {
  const { sessionId, firstSeq } = place;
  const reply = replyOf(turn.events);
  const raw = start ? { sessionId, ...start, ...reply } : reply;
  return {
    ...raw,
    sessionId,
    turn: place.turn,
    lastSeq: firstSeq + turn.events.length - 1,
    raw,
  };
}
