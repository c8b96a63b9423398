import {
  changesBetween,
  upgradeSession,
  type Breakpoint,
  type GoOn,
  type Session,
  writeNamedVariables,
} from '../engine/index.js';
import { Failure, invalid } from '../errors/errors.js';
import { breatheIfLong } from '../eventLoop/steps.js';
import type { ChatReply } from '../schema/chatReply.js';
import { writeChatState } from '../storage/chatStates.js';
import type { ChatRow } from '../storage/hot/chats.js';
import { withChatLock } from './chatLock.js';
import { assertOpen } from './load.js';
import { isForgotten, pausedIn, type PausedSession, withBreakpoints } from './pausedTurn.js';
import type { ChatPorts } from './ports.js';
import { resumePaused } from './turn.js';

/** A paused chat, and the pause that the caller has seen: with another number nothing is done. */
export interface PausedRequest {
  readonly sessionId: string;
  readonly pause?: number | undefined;
}

/** Goes on with a paused turn, up to its next pause or its end. Fails with `TURN_NOT_PAUSED`. */
export async function stepChat(
  ports: ChatPorts,
  { goOn, ...request }: PausedRequest & { readonly goOn: GoOn },
): Promise<ChatReply> {
  const attempt = async (chat: ChatRow): Promise<ChatReply | undefined> => {
    if (chat.lease === 'held') return undefined;
    return resumePaused(ports, { chat, paused: findPaused(ports, chat, request) }, goOn);
  };
  return withChatLock(ports, request, { attempt });
}

/** Characters of changes in one turn beyond which no more are made, because all of them are kept in the row of the chat. */
const MAX_EDITED = 4_000_000;

/**
 * Writes variables of the bot that is open in a paused turn, by name. Fails with `TURN_NOT_PAUSED`, and with `VALIDATION` when too much was
 * changed in the turn.
 */
export async function setPausedVariables(
  ports: ChatPorts,
  {
    variables,
    ...request
  }: PausedRequest & { readonly variables: Readonly<Record<string, unknown>> },
): Promise<Session> {
  return change(ports, request, async (chat) => {
    const session = findPaused(ports, chat, request);
    const { paused } = session;
    const { edited: before = 0 } = paused;
    if (before > MAX_EDITED) throw invalid([{ path: ['variables'], message: TOO_MUCH }]);
    const { flowId } = session.stack.at(-1) as Session['stack'][number]; // A stack is never empty.
    const flow = await ports.flows.load(flowId);
    const stack = writeNamedVariables(session.stack, flow, variables);
    const changes = changesBetween(session, { ...session, stack });
    const trace = [...paused.trace, { kind: 'edited', at: ports.now(), changes } as const];
    const edited = before + JSON.stringify(changes).length;
    return { ...session, stack, paused: { ...paused, trace, edited } } satisfies PausedSession;
  });
}

const TOO_MUCH = 'Too much was changed in this turn; step on to its end';

/** Sets where the turns of a preview pause from now on, in place of what was set before; also of one that is paused. */
export async function setBreakpoints(
  ports: ChatPorts,
  { sessionId, breakpoints }: { readonly sessionId: string; readonly breakpoints: Breakpoint[] },
): Promise<Session> {
  return change(ports, { sessionId }, async (chat) => {
    assertOpen(ports, chat);
    if (!chat.isPreview) throw invalid([{ path: ['sessionId'], message: 'Is not a preview' }]);
    return withBreakpoints(upgradeSession(chat.state), breakpoints);
  });
}

/** Stores another state of a chat between two turns, or of a paused one; nobody can write a turn that began before. */
async function change(
  ports: ChatPorts,
  request: PausedRequest,
  changed: (chat: ChatRow) => Promise<Session>,
): Promise<Session> {
  const attempt = async (chat: ChatRow): Promise<Session | undefined> => {
    if (chat.lease === 'held') return undefined;
    const { id: sessionId, turn, fence } = chat;
    const session = await changed(chat);
    const state = JSON.stringify(session);
    await breatheIfLong(state);
    ports.recent.forget(sessionId);
    const place = { sessionId, turn, fence, state, endsLease: false };
    return (await writeChatState(ports.pool, place)) ? session : undefined;
  };
  return withChatLock(ports, request, { attempt });
}

function findPaused(ports: ChatPorts, chat: ChatRow, { pause }: PausedRequest): PausedSession {
  const session = pausedIn(upgradeSession(chat.state));
  const isThere = session && (pause === undefined || session.paused.number === pause);
  if (isThere && !isForgotten(session, ports.now())) return session;
  throw new Failure('TURN_NOT_PAUSED', 'No turn of this chat is paused there');
}
