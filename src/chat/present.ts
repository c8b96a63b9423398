import { publicFace, replyOf, type StepResult } from '../engine/index.js';
import type { ChatReply, ChatReplyShape } from '../schema/chatReply.js';
import type { FirstTurn, NextTurn, TurnPlace } from './openTurn.js';

/** The reply to a turn: its events, folded, and for the first one the bot and where its answers go. */
export function present(turn: StepResult, open: TurnPlace & (FirstTurn | NextTurn)): ChatReply {
  const { sessionId, firstSeq } = open;
  const reply = replyOf(turn.events);
  const raw = open.start ? { sessionId, ...startParts(turn, open), ...reply } : reply;
  return {
    ...raw,
    sessionId,
    turn: open.turn,
    lastSeq: firstSeq + turn.events.length - 1,
    publishedAt: open.bot?.publishedAt,
    raw,
  };
}

/** What only the reply of a start carries besides the session's id. A chat that is only registered has no result yet. */
function startParts(
  { session }: StepResult,
  { turn, start, bot }: TurnPlace & FirstTurn,
): Pick<ChatReplyShape, 'resultId' | 'bot'> {
  return {
    ...(turn > 0 && start.resultId !== null && { resultId: start.resultId }),
    bot: { id: bot.id, ...publicFace(bot.flow, session) },
  };
}
