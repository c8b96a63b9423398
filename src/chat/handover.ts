import {
  agentMessage,
  upgradeSession,
  type ChatStatus,
  type Message,
  type Session,
  type TurnEvent,
} from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import type { ChatRow } from '../storage/hot/chats.js';
import { newId } from '../storage/newId.js';
import { stopStream } from '../storage/streams.js';
import { retryUntilDone, withChatLock } from './chatLock.js';
import { commit } from './commit.js';
import { assertOpen, isOver, placeAfter } from './load.js';
import type { ChatPorts } from './ports.js';
import { outsideFlow } from './run.js';

/** A position in a chat. */
export interface ChatPoint {
  readonly turn: number;
  readonly lastSeq: number;
}

/**
 * Lets a member take a chat over (`PAUSED`), gives it back to the bot (`OPEN`), which continues at the input where it waits, or ends it
 * (`CLOSED`). Closing waits for nothing: a running turn finds that the chat has ended. A closed chat stays closed (`SESSION_ENDED`), and so
 * does a preview that ended by itself.
 */
export async function setChatStatus(
  ports: ChatPorts,
  { sessionId, status }: { readonly sessionId: string; readonly status: ChatStatus },
): Promise<ChatPoint> {
  const attempt = async (chat: ChatRow): Promise<ChatPoint | undefined> => {
    const isClosing = status === 'CLOSED';
    if (!isClosing) assertNotEnded(chat);
    const before = upgradeSession(chat.state);
    if ((isOver(chat) ? 'CLOSED' : statusOf(before)) === status) return pointOf(chat);
    if (!isClosing && chat.lease === 'held') return undefined;
    const events: TurnEvent[] = [{ kind: 'status', status }, turnEnd(isClosing)];
    return write(ports, chat, { session: withStatus(before, status), events });
  };
  if (status !== 'CLOSED') return withChatLock(ports, { sessionId }, { attempt });
  const until = ports.now() + ports.timeouts.turnWithin;
  const point = await retryUntilDone(ports, { sessionId, until }, attempt);
  // Nobody will read what is still being streamed. If its process cannot be reached, the stream ends by itself.
  await stopStream(ports.pool, { sessionId, turn: point.turn - 1 }).catch(() => false);
  return point;
}

/** Switches the trace of a chat on or off, in a turn of its own, whose trace begins with the whole session. */
export async function setChatTracing(
  ports: ChatPorts,
  { sessionId, isTraced }: { readonly sessionId: string; readonly isTraced: boolean },
): Promise<ChatPoint> {
  const attempt = async (chat: ChatRow): Promise<ChatPoint | undefined> => {
    assertOpen(ports, chat);
    if (chat.lease === 'held') return undefined;
    const { settings, ...before } = upgradeSession(chat.state);
    const session = { ...before, settings: { ...settings, isTraced } };
    return write(ports, chat, { session, events: [turnEnd(chat.isEnded)] });
  };
  return withChatLock(ports, { sessionId }, { attempt });
}

/** Sends a message to the visitor of a chat in the bot's place, whether or not the chat was taken over. */
export async function postAgentMessage(
  ports: ChatPorts,
  { sessionId, text }: { readonly sessionId: string; readonly text: string },
): Promise<ChatPoint & { readonly message: Message }> {
  const attempt = async (chat: ChatRow) => {
    assertOpen(ports, chat);
    assertNotEnded(chat);
    if (chat.lease === 'held') return undefined;
    const message = agentMessage(newId('msg'), text);
    const point = await write(ports, chat, {
      session: upgradeSession(chat.state),
      events: [{ kind: 'message', message, isFromAgent: true }, turnEnd(false)],
    });
    return point && { ...point, message };
  };
  return withChatLock(ports, { sessionId }, { attempt });
}

function assertNotEnded({ isEnded }: ChatRow): void {
  if (isEnded) throw new Failure('SESSION_ENDED', 'This chat has ended');
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

function pointOf({ turn, seq }: Pick<ChatRow, 'turn' | 'seq'>): ChatPoint {
  return { turn, lastSeq: seq };
}

/** Writes a turn and ends any lease: what its holder would still write is refused. Undefined when another turn was faster. */
async function write(
  ports: ChatPorts,
  chat: ChatRow,
  { session, events }: { readonly session: Session; readonly events: readonly TurnEvent[] },
): Promise<ChatPoint | undefined> {
  const place = placeAfter(chat);
  const journal = { guard: () => ({ fence: chat.fence, endsLease: true }) };
  const open = { ...place, chat, journal, session: upgradeSession(chat.state) };
  const isWritten = await commit(ports, open, outsideFlow(ports, session, events));
  return isWritten ? pointOf({ turn: place.turn, seq: chat.seq + events.length }) : undefined;
}
