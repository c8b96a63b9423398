import { packTrace, type Session } from '../engine/index.js';
import { breatheIfLong } from '../eventLoop/steps.js';
import type { ChatReply } from '../schema/chatReply.js';
import type { ReplayStart } from '../schema/chatReplay.js';
import { withStartMark, withLoggedTrace } from '../storage/events.js';
import type { ChatRow } from '../storage/hot/chats.js';
import { loggedReplay, loggedStart } from '../storage/loggedReplay.js';
import type { TurnGuard, TurnWrite } from '../storage/hot/turnWrite.js';
import { attended, deskOf } from './desk.js';
import type { EffectJournal } from './effectJournal.js';
import { keptReplyOf } from './idempotency.js';
import { forgetReply } from './openReply.js';
import type { TurnInput, TurnPlace, TurnTarget } from './openTurn.js';
import type { ChatPorts } from './ports.js';
import { recordsOf } from './records.js';
import type { RunTurn } from './run.js';

/** A turn that was run, and its reply; absent where no caller waits for one. */
type PresentedTurn = RunTurn & { readonly reply?: ChatReply };

/** The members of an open turn that writing it needs. */
type OpenWrite = TurnPlace &
  TurnTarget &
  Pick<TurnInput, 'session'> & { readonly journal: Pick<EffectJournal, 'guard'> };

/**
 * Writes a turn whole, with its reply where that is kept for a key, in one statement; then remembers the chat and announces what changed.
 * False, with nothing done, when the turn must not be written: another turn was committed before, the lease was lost, or the key of a start
 * is known already.
 */
export async function commit(
  ports: ChatPorts,
  open: OpenWrite,
  ran: PresentedTurn,
): Promise<boolean> {
  const guard = open.journal.guard();
  if (!guard) return false;
  const turn = attended(open.session, ran);
  const write = writeOf(open, turn);
  await breatheIfLong(write.state);
  const reply = turn.reply && open.once && keptReplyOf(turn.reply, open.once, open);
  if (reply) await breatheIfLong(reply.reply);
  const desk = turn.session.isAttended
    ? deskOf(open, turn, (workspaceId) => ports.announceChats(workspaceId))
    : undefined;
  if (!(await ports.turns.write({ write, guard, start: open.start, reply, desk }))) return false;
  const face = open.chat ?? { ...open.start, id: open.sessionId };
  remember(ports, face, { ...write, session: turn.session, guard });
  announce(ports, write, turn.session);
  if (turn.mayHaveStreamed) await forgetReply(ports, open);
  return true;
}

function writeOf(open: OpenWrite, ran: RunTurn): TurnWrite {
  const { sessionId, turn, firstSeq, session, chat } = open;
  const { isOutsideFlow, trace, loggedTrace, replay } = ran;
  // With the clock of its first step, the log alone tells what running a plain turn again needs.
  const begun = replay ? replay.beganAt : ran.at;
  // Later than the turn before, even if the clock of the server that wrote it is ahead.
  const at = chat ? Math.max(begun, chat.updatedAt + 1) : begun;
  const traced = trace && { trace: packTrace(trace) };
  const place = { sessionId, turn, firstSeq, at, isOutsideFlow };
  const before = session && { session, waited: chat ? at - chat.updatedAt : 0 };
  const events = loggedTrace ? withLoggedTrace(ran.events, loggedTrace) : ran.events;
  const replayed = replay ? replayOf(replay, { open, events, at }) : { events };
  return { ...place, ...traced, ...recordsOf(ran, before), ...replayed };
}

/** A turn that is about to be written. */
interface Written extends Pick<TurnWrite, 'events' | 'at'> {
  readonly open: OpenWrite;
}

/** The events to write, and what running the turn again needs unless they tell it. */
function replayOf(
  replay: NonNullable<RunTurn['replay']>,
  { open, events, at }: Written,
): Pick<TurnWrite, 'events' | 'replay'> {
  const start = loggedStartOf(replay, open);
  const text = JSON.stringify(replay);
  if (text !== JSON.stringify(loggedReplay(events, at, start))) return { events, replay: text };
  return { events: start ? withStartMark(events, start) : events };
}

/** How the chat begins as its log would tell it; undefined where it may not. */
function loggedStartOf(
  { start }: NonNullable<RunTurn['replay']>,
  open: OpenWrite,
): ReplayStart | undefined {
  if (!open.start || !open.isStartLogged || !start || 'omitted' in start) return undefined;
  const { botId, resultId, flowId, locale } = start;
  return loggedStart({ botId, resultId, flowId }, open.session, locale);
}

/** Announces that the log of the chat grew, and the bots whose results or counts changed. */
function announce(ports: ChatPorts, write: TurnWrite, { stack }: Session): void {
  const { sessionId, turn, results, counts, isOutsideFlow } = write;
  // Nobody can watch a chat before its registration was answered.
  if (turn > 0) ports.announce(sessionId, write);
  const bots = new Set<string>();
  const touched = isOutsideFlow ? stack.filter(({ resultId }) => resultId !== undefined) : [];
  for (const { botId } of [...results, ...counts, ...touched]) bots.add(botId);
  for (const botId of bots) ports.announceResults(botId);
}

/** A turn as it was written, and the session after it. */
export interface WrittenTurn extends TurnWrite {
  readonly session: Session;
  readonly guard: TurnGuard;
}

/** The members of a chat that its turns never change. */
export type ChatFace = Pick<ChatRow, 'id' | 'botId' | 'resultId' | 'isPreview' | 'allowedOrigins'>;

/** Remembers a chat as its last turn left it, unless it has ended. */
export function remember(
  { recent }: Pick<ChatPorts, 'recent'>,
  { id, botId, resultId, isPreview, allowedOrigins }: ChatFace,
  { turn, firstSeq, events, isEnded, at, state, session, guard }: WrittenTurn,
): void {
  if (isEnded) return recent.forget(id);
  const seq = firstSeq + events.length - 1;
  const progress = { turn, seq, isEnded, updatedAt: at, fence: guard.fence, lease: null };
  const face = { id, botId, resultId, isPreview, allowedOrigins };
  // A session is plain JSON: the engine makes no difference between this one and one that is read.
  recent.note({ ...face, ...progress, state: session }, state.length);
}
