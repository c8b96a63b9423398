import type { Session } from '../engine/index.js';
import { breatheIfLong } from '../eventLoop/steps.js';
import type { ChatReply } from '../schema/chatReply.js';
import type { ChatRow } from '../storage/hot/chats.js';
import type { TurnGuard, TurnWrite } from '../storage/hot/turnWrite.js';
import type { EffectJournal } from './effectJournal.js';
import { keptReplyOf } from './idempotency.js';
import { forgetReply } from './openReply.js';
import type { TurnInput, TurnPlace, TurnTarget } from './openTurn.js';
import type { ChatPorts } from './ports.js';
import { recordsOf } from './records.js';
import type { RunTurn } from './run.js';

/** A turn that was run, and the reply to it; none where nobody called for the turn. */
type PresentedTurn = RunTurn & { readonly reply?: ChatReply };

/** What the write of a turn needs of the open turn. */
type OpenWrite = TurnPlace &
  TurnTarget &
  Pick<TurnInput, 'session'> & { readonly journal: Pick<EffectJournal, 'guard'> };

/**
 * Writes a turn whole, with its reply where that is kept for a key, in one statement; then remembers the chat and announces
 * what changed. False, and nothing done, when it is not ours to write: another turn was committed before, the lease was lost,
 * or the key of a start is known already.
 */
export async function commit(
  ports: ChatPorts,
  open: OpenWrite,
  turn: PresentedTurn,
): Promise<boolean> {
  const guard = open.journal.guard();
  if (!guard) return false;
  const write = writeOf(open, turn);
  await breatheIfLong(write.state);
  const reply = turn.reply && open.once && keptReplyOf(turn.reply, open.once);
  if (reply) await breatheIfLong(reply.reply);
  if (!(await ports.turns.write({ write, guard, start: open.start, reply }))) return false;
  const face = open.chat ?? { ...open.start, id: open.sessionId };
  remember(ports, face, { ...write, session: turn.session, guard });
  announce(ports, write, turn.session);
  if (turn.mayHaveStreamed) await forgetReply(ports, open);
  return true;
}

function writeOf({ sessionId, turn, firstSeq, session, chat }: OpenWrite, ran: RunTurn): TurnWrite {
  // Later than the turn before, also when the server of that one has a clock that is ahead.
  const at = chat ? Math.max(ran.at, chat.updatedAt + 1) : ran.at;
  const { isOutsideFlow } = ran;
  return { sessionId, turn, firstSeq, at, isOutsideFlow, ...recordsOf(ran, session) };
}

/** Announces that the log of the chat grew, and which bots have other results or counts. */
function announce(ports: ChatPorts, write: TurnWrite, { stack }: Session): void {
  const { sessionId, turn, results, counts, isOutsideFlow } = write;
  // Nobody can watch a chat whose registration was not answered yet.
  if (turn > 0) ports.announce(sessionId, write);
  const bots = new Set<string>();
  const touched = isOutsideFlow ? stack.filter(({ resultId }) => resultId !== undefined) : [];
  for (const { botId } of [...results, ...counts, ...touched]) bots.add(botId);
  for (const botId of bots) ports.announceResults(botId);
}

/** A turn as it was written, and the session it came to. */
export interface WrittenTurn extends TurnWrite {
  readonly session: Session;
  readonly guard: TurnGuard;
}

/** The members of a chat that its turns never change. */
export type ChatFace = Pick<ChatRow, 'id' | 'botId' | 'resultId' | 'isPreview' | 'allowedOrigins'>;

/** Remembers a chat as its last turn left it; not one that has ended. */
export function remember(
  { recent }: Pick<ChatPorts, 'recent'>,
  { id, botId, resultId, isPreview, allowedOrigins }: ChatFace,
  { turn, firstSeq, events, isEnded, at, state, session, guard }: WrittenTurn,
): void {
  if (isEnded) return recent.forget(id);
  const seq = firstSeq + events.length - 1;
  const stand = { turn, seq, isEnded, updatedAt: at, fence: guard.fence, lease: null };
  const face = { id, botId, resultId, isPreview, allowedOrigins };
  // A session is plain JSON: this one and what would be read in its place are the same to the engine.
  recent.note({ ...face, ...stand, state: session }, state.length);
}
