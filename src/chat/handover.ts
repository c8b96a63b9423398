import {
  agentMessage,
  receivedEvents,
  progressSoFar,
  upgradeSession,
  type ChatStatus,
  type Message,
  type Session,
  type TurnEvent,
  type UserMessage,
} from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import type { ChatRow } from '../storage/hot/chats.js';
import { newId } from '../storage/newId.js';
import { stopStream } from '../storage/streams.js';
import { assertOpen, withChatLock, isOver, retryUntilDone } from './chatLock.js';
import type { ChatPorts } from './ports.js';
import type { RunTurn } from './runTurn.js';
import { writeTurn } from './writeTurn.js';

/** How far a chat has come. */
export interface ChatPoint {
  readonly turn: number;
  readonly lastSeq: number;
}

/**
 * Lets a person take a chat over (`PAUSED`), gives it back to the bot (`OPEN`), which goes on at the input it waits at, or
 * ends it (`CLOSED`). Closing waits for nothing: a turn that is under way finds the chat over. One that is closed stays so
 * (`SESSION_ENDED`), also a preview that had ended by itself.
 */
export async function setChatStatus(
  ports: ChatPorts,
  { sessionId, status }: { readonly sessionId: string; readonly status: ChatStatus },
): Promise<ChatPoint> {
  const attempt = async (chat: ChatRow): Promise<ChatPoint | undefined> => {
    const isClosing = status === 'CLOSED';
    if (chat.isEnded && !isClosing) throw new Failure('SESSION_ENDED', 'This chat has ended');
    const known = isOver(chat) ? 'CLOSED' : statusOf(upgradeSession(chat.state));
    if (known === status) return { turn: chat.turn, lastSeq: chat.seq };
    if (!isClosing && chat.lease === 'held') return undefined;
    const session = withStatus(upgradeSession(chat.state), status);
    return write(ports, chat, {
      session,
      events: [{ kind: 'status', status }, turnEnd(isClosing)],
    });
  };
  if (status !== 'CLOSED') return withChatLock(ports, { sessionId }, { withChat: attempt });
  const until = ports.now() + ports.timeouts.turnWithin;
  const point = await retryUntilDone(ports, { sessionId, until }, attempt);
  // What is still being streamed is for nobody; where it cannot be told so, it comes to its end by itself.
  await stopStream(ports.pool, { sessionId, turn: point.turn - 1 }).catch(() => false);
  return point;
}

/** Says something to the visitor of a chat in the bot's place, whether or not the chat was taken over. */
export async function postAgentMessage(
  ports: ChatPorts,
  { sessionId, text }: { readonly sessionId: string; readonly text: string },
): Promise<ChatPoint & { readonly message: Message }> {
  const withChat = async (chat: ChatRow) => {
    assertOpen(ports, chat);
    if (chat.isEnded) throw new Failure('SESSION_ENDED', 'This chat has ended');
    if (chat.lease === 'held') return undefined;
    const message = agentMessage(newId('msg'), text);
    const point = await write(ports, chat, {
      session: upgradeSession(chat.state),
      events: [{ kind: 'message', message, isFromAgent: true }, turnEnd(false)],
    });
    return point && { ...point, message };
  };
  return withChatLock(ports, { sessionId }, { withChat });
}

/** A turn of a chat that a person has taken over: what the visitor says is noted for them, and the bot says nothing. */
export function recordForAgents(
  ports: ChatPorts,
  session: Session,
  message: UserMessage | undefined,
): RunTurn {
  const progress = progressSoFar(session);
  const events = [...receivedEvents(message ?? {}), ...progress, turnEnd(false)];
  return { session, events, records: [], trace: [], at: ports.now(), mayHaveStreamed: false };
}

function statusOf({ isPaused }: Session): ChatStatus {
  return isPaused ? 'PAUSED' : 'OPEN';
}

function withStatus({ isPaused: _, ...session }: Session, status: ChatStatus): Session {
  if (status === 'PAUSED') return { ...session, isPaused: true };
  return status === 'OPEN' ? session : { ...session, phase: 'ended', isClosed: true };
}

function turnEnd(isEnded: boolean): TurnEvent {
  return { kind: 'turnEnd', isEnded };
}

/** Ends whatever lease there is: what its holder would still write is refused. Nothing when somebody was faster. */
async function write(
  ports: ChatPorts,
  chat: ChatRow,
  { session, events }: Pick<RunTurn, 'session' | 'events'>,
): Promise<ChatPoint | undefined> {
  const guard = { fence: chat.fence, endsLease: true };
  const before = upgradeSession(chat.state);
  const turn = { session, events, records: [], trace: [], at: ports.now(), before, guard };
  if (!(await writeTurn(ports, chat, turn))) return undefined;
  return { turn: chat.turn + 1, lastSeq: chat.seq + events.length };
}
