import {
  type GoOn,
  publicFace,
  replyOf,
  type Session,
  type StepResult,
  upgradeSession,
} from '../engine/index.js';
import { commonFailure } from '../errors/commonFailure.js';
import { Failure } from '../errors/errors.js';
import type { ChatReply, ChatReplyShape } from '../schema/chatReply.js';
import type { ChatRow } from '../storage/hot/chats.js';
import type { MoveTarget } from '../storage/hot/movingBots.js';
import { findStreamedText } from '../storage/streamedTexts.js';
import { withChatLock } from './chatLock.js';
import { commit } from './commit.js';
import { runOnce, type ScopedIdempotency, scopeOf } from './idempotency.js';
import { type LeasedJournal, openJournal } from './leasedJournal.js';
import { placeAfter, recallChat, refuseOutdated, settledReply } from './load.js';
import type {
  AwaitedAt,
  ContinueRequest,
  FirstTurn,
  NextTurn,
  OpenTurn,
  TurnInput,
  TurnPlace,
} from './openTurn.js';
import { park, storeSession } from './park.js';
import { forgottenIn, type PausedSession, pauseOf } from './pausedTurn.js';
import { oldFlowIds, runMoved } from './moveChat.js';
import type { ChatPorts } from './ports.js';
import { run } from './run.js';
import { replyAfterLoss } from './replyAfterLoss.js';

/**
 * Continues a chat by one turn: lock (`chatLock.ts`) → load (`load.ts`) → run (`run.ts`) → present → commit
 * (`commit.ts`).
 *
 * Turns of one chat never interleave. The lock keeps them in order within this process; between processes, a turn that lost
 * the race to commit is loaded and run again, as long as no effect of it reached the outside. A turn with such an effect holds the
 * chat's lease, for which others wait; it fails with `TURN_CONFLICT` when it lost the lease.
 */
export async function continueChat(ports: ChatPorts, request: ContinueRequest): Promise<ChatReply> {
  const isWaiting = ports.mutex.isBusy(request.sessionId);
  const early = isWaiting ? await refuseOutdated(ports, request) : undefined;
  if (early) return early;
  return withChatLock(ports, request, {
    recall: recallChat,
    attempt: (chat) => attemptNext(ports, request, chat),
  });
}

/** The parts of a start that differ. */
export interface Start {
  /** The key that locks starts, and for which the reply is kept. */
  readonly once: ScopedIdempotency | undefined;
  /** Finds the bot and opens the first turn. */
  readonly load: () => Promise<OpenTurn>;
  /** Runs everything from load to commit, for example under a limit. */
  readonly gate?: (work: () => Promise<ChatReply | undefined>) => Promise<ChatReply | undefined>;
}

/** Starts a chat, or only registers it, live or as a preview, in the same stages. */
export async function startTurn(ports: ChatPorts, start: Start): Promise<ChatReply> {
  const work = async () => attempt(ports, await claimUploads(ports, await start.load()));
  return runOnce(ports, start.once, () => (start.gate ? start.gate(work) : work()));
}

/** Every full address contains this. */
const WEB = /https?:/i;

/**
 * Adds to a turn the files of its chat that its message names, which are kept from then on for as long as their result, and the other
 * addresses at this server. A message without an address costs nothing.
 */
export async function claimUploads<Open extends Pick<TurnInput, 'sessionId' | 'session' | 'input'>>(
  ports: Pick<ChatPorts, 'claimUploads'>,
  open: Open,
): Promise<Open> {
  const { sessionId, session, input } = open;
  const { text = '', audioUrl = '', attachedFileUrls = [] } = input.message ?? {};
  if (!WEB.test([text, audioUrl, ...attachedFileUrls].join(' '))) return open;
  const named = [...text.trim().split(', '), audioUrl, ...attachedFileUrls];
  const resultId = session.stack.at(-1)?.resultId;
  const found = await ports.claimUploads(
    { resultId, sessionId },
    named.filter((part) => WEB.test(part)),
  );
  return { ...open, input: { ...input, message: { ...input.message, ...found } } };
}

/** Attempts the next turn of a loaded chat; undefined when the chat is to be loaded again. */
async function attemptNext(
  ports: ChatPorts,
  request: ContinueRequest,
  chat: ChatRow,
): Promise<ChatReply | undefined> {
  const settled = settledReply(ports, request, chat);
  if (settled || chat.lease === 'held') return settled;
  const session = upgradeSession(chat.state);
  if (session.open) return endPause(ports, chat, session);
  if (request.awaitedAt) await assertAwaited(ports, chat, request.awaitedAt);
  const moveTo = ports.moving.isNone ? undefined : await moveTargetOf(ports, chat, session);
  const journal = await openJournal(ports, chat, { ...request, moveTo });
  if (!journal) return undefined;
  try {
    const reply = await journal.during(async () =>
      attempt(ports, await nextTurn(ports, { request, chat, session, journal })),
    );
    return reply ?? (await replyAfterLoss(ports, request, journal));
  } catch (error) {
    if (isFinal(request, chat, journal)) throw error;
    // The chat is loaded again, now with the reply kept for the key: a call gets it even if the chat refuses its message by now.
    return undefined;
  }
}

/** The version to which the next turn of a chat moves it first, if it can; undefined where it goes on as it is. */
async function moveTargetOf(
  { moving }: Pick<ChatPorts, 'moving'>,
  { botId, isPreview }: ChatRow,
  session: Session,
): Promise<MoveTarget | undefined> {
  if (isPreview || session.isPaused) return undefined;
  const target = await moving.targetOf(botId);
  return target && oldFlowIds(session, target.flowId).length > 0 ? target : undefined;
}

/** Stops a turn that nobody went on with, after which the chat is to be loaded again. Fails with `TURN_PAUSED` before. */
async function endPause(ports: ChatPorts, chat: ChatRow, session: Session): Promise<undefined> {
  const paused = forgottenIn(session, ports.now());
  await resumePaused(ports, { chat, paused });
}

/** A chat whose turn is paused. */
export interface PausedChat {
  readonly chat: ChatRow;
  readonly paused: PausedSession;
}

/**
 * Goes on with a paused turn, up to its next pause or its end; without `goOn` the turn is stopped. Undefined when the chat is to be loaded
 * again. A turn that is refused did not happen: the chat is as it was before it.
 */
export async function resumePaused(
  ports: ChatPorts,
  { chat, paused: session }: PausedChat,
  goOn?: GoOn,
): Promise<ChatReply | undefined> {
  const { input, before } = session.paused;
  const journal = await openJournal(ports, chat, { message: input.message });
  if (!journal) return undefined;
  const open = { ...placeAfter(chat), chat, journal, session, input, goOn };
  try {
    const reply = await journal.during(() => attempt(ports, open));
    return reply ?? (await replyAfterLoss(ports, { sessionId: chat.id }, journal));
  } catch (error) {
    if (error instanceof Failure) await storeSession(ports, open, before);
    throw error;
  }
}

/** Whether a failed turn is not run again: it reached the outside, or it is known that no reply is kept for the key of its call. */
function isFinal({ once }: ContinueRequest, { kept }: ChatRow, journal: LeasedJournal): boolean {
  return journal.wasLeased() || once === undefined || kept !== undefined;
}

/** A chat that is to be continued. */
interface Continued {
  readonly request: ContinueRequest;
  readonly chat: ChatRow;
  readonly session: Session;
  readonly journal: LeasedJournal;
}

async function nextTurn(
  ports: ChatPorts,
  { request, chat, session, journal }: Continued,
): Promise<OpenTurn> {
  const { once, clientAddress, message } = request;
  const place = placeAfter(chat);
  // The client may have streamed a text before this turn.
  const mayStream = session.at?.waitsFor === 'client' && session.settings.isStreamEnabled;
  const streamed = mayStream ? await findStreamedText(ports.pool, place) : undefined;
  return claimUploads(ports, {
    ...place,
    chat,
    journal,
    session,
    moveTo: journal.moveTo,
    input: { type: 'message', message, streamed },
    once: once && { ...once, ...scopeOf(chat.id) },
    clientAddress,
  });
}

/** Runs, presents and commits a turn; undefined, with nothing written, when another turn was committed before. */
async function attempt(ports: ChatPorts, open: OpenTurn): Promise<ChatReply | undefined> {
  const turn = await (open.moveTo ? runMoved(ports, open, open.moveTo) : run(ports, open));
  const reply = present(turn, open);
  const write = reply.pause ? park : commit;
  const isWritten = await write(ports, open, { ...turn, reply });
  return isWritten ? reply : undefined;
}

/**
 * Refuses a call of a webhook unless the chat waits at that block: `WEBHOOK_NOT_AWAITED`. A chat in which the bot is not open looks like a
 * missing one: `SESSION_NOT_FOUND`.
 */
async function assertAwaited(
  { flows }: Pick<ChatPorts, 'flows'>,
  { state }: ChatRow,
  { botId, blockId }: AwaitedAt,
): Promise<void> {
  const { stack, at, isPaused, phase } = upgradeSession(state);
  if (!stack.some((frame) => frame.botId === botId)) throw commonFailure('SESSION_NOT_FOUND');
  const top = stack.at(-1);
  const isThere = at?.blockId === blockId && at.waitsFor === 'client' && phase === 'running';
  if (top && isThere && !isPaused) {
    const flow = await flows.load(top.flowId);
    if (flow.block(blockId)?.block.type === 'webhook') return;
  }
  throw new Failure('WEBHOOK_NOT_AWAITED', 'The chat does not wait for a call at this block');
}

/** The reply to a turn: its events, folded; for the first turn also the bot and the result. */
function present(turn: StepResult, open: TurnPlace & (FirstTurn | NextTurn)): ChatReply {
  const { sessionId, firstSeq } = open;
  const pause = turn.session.open && pauseOf(turn.session);
  const shown = replyOf(turn.events);
  const reply = pause ? { ...shown, pause } : shown;
  const raw = open.start ? { sessionId, ...startParts(turn, open), ...reply } : reply;
  return {
    ...raw,
    sessionId,
    turn: open.turn,
    // Events of a turn that is paused are not stored yet.
    lastSeq: pause ? firstSeq - 1 : firstSeq + turn.events.length - 1,
    publishedAt: open.bot?.publishedAt,
    raw,
  };
}

/** The members that only the reply of a start has, besides the id of the session. A chat that is only registered has no result yet. */
function startParts(
  { session }: StepResult,
  { turn, start, bot }: TurnPlace & FirstTurn,
): Pick<ChatReplyShape, 'resultId' | 'bot'> {
  return {
    ...(turn > 0 && start.resultId !== null && { resultId: start.resultId }),
    bot: { id: bot.id, ...publicFace(bot.flow, session) },
  };
}
