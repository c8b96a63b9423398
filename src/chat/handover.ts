import {
  agentMessage,
  cannedText,
  fileMessage,
  upgradeSession,
  type Agent,
  type ChatStatus,
  type Message,
  type Session,
  type TurnEvent,
} from '../engine/index.js';
import { Failure, invalid } from '../errors/errors.js';
import type { ChatRow } from '../storage/hot/chats.js';
import { CLAIM_LASTS, findHolder, type Holder } from '../storage/claims.js';
import { newId } from '../storage/newId.js';
import { stopStream } from '../storage/streams.js';
import { retryUntilDone, withChatLock } from './chatLock.js';
import { commit } from './commit.js';
import type { DeskAct } from './desk.js';
import { assertOpen, isOver, placeAfter } from './load.js';
import { assertNotPaused, withoutPause } from './pausedTurn.js';
import type { ChatPorts } from './ports.js';
import { outsideFlow } from './run.js';

/** A position in a chat. */
export interface ChatPoint {
  readonly turn: number;
  readonly lastSeq: number;
}

/** What an agent does in a chat. */
export interface AgentRequest {
  readonly sessionId: string;
  /** Who it is; absent where nobody is named. */
  readonly agent?: Agent | undefined;
  /** The claim that the agent knows: fails with `CHAT_HELD` once it is another. */
  readonly claim?: number | undefined;
}

/**
 * Lets a member take a chat over (`PAUSED`), or ends it (`CLOSED`); `handBack` gives it back to the bot (`OPEN`). Closing waits for
 * nothing: a running turn finds that the chat has ended. A closed chat stays closed (`SESSION_ENDED`), and so does a preview that ended by itself.
 */
export async function setChatStatus(
  ports: ChatPorts,
  request: AgentRequest & { readonly status: ChatStatus },
): Promise<ChatPoint> {
  const { sessionId, status } = request;
  const attempt = (chat: ChatRow) => changeStatus(ports, chat, request);
  if (status !== 'CLOSED') return withChatLock(ports, { sessionId }, { attempt });
  const until = ports.now() + ports.timeouts.turnWithin;
  const point = await retryUntilDone(ports, { sessionId, until }, attempt);
  // Nobody will read what is still being streamed. If its process cannot be reached, the stream ends by itself.
  await stopStream(ports.pool, { sessionId, turn: point.turn - 1 }).catch(() => false);
  return point;
}

/** Attempts to change the status of a loaded chat; undefined when the chat is to be loaded again. */
export async function changeStatus(
  ports: ChatPorts,
  chat: ChatRow,
  request: AgentRequest & { readonly status: ChatStatus },
): Promise<ChatPoint | undefined> {
  const { status, agent } = request;
  const isClosing = status === 'CLOSED';
  if (!isClosing) assertNotEnded(chat);
  const before = upgradeSession(chat.state);
  if ((isOver(chat) ? 'CLOSED' : statusOf(before)) === status) {
    return status === 'OPEN' ? unassign(ports, chat, request) : pointOf(chat);
  }
  if (!isClosing && chat.lease === 'held') return undefined;
  const desk = { ...(await actOf(ports, chat, request)), releases: status !== 'PAUSED' };
  const events: TurnEvent[] = [statusEvent(status, agent), turnEnd(isClosing)];
  return write(ports, chat, { session: withStatus(before, status), events, desk });
}

/** Takes a chat, in which the bot answers, from the agent to whom it is assigned, if there is one. */
async function unassign(
  ports: ChatPorts,
  chat: ChatRow,
  request: AgentRequest,
): Promise<ChatPoint | undefined> {
  const session = upgradeSession(chat.state);
  const holder = session.isAttended ? await findHolder(ports.pool, chat.id) : undefined;
  if (typeof holder?.assigneeId !== 'string') return pointOf(chat);
  if (chat.lease === 'held') return undefined;
  const desk = { ...(await actOf(ports, chat, request)), releases: true };
  return write(ports, chat, { session, events: [turnEnd(false)], desk });
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

/** Enters a chat in the inbox, whoever answers in it, so that agents can tag it, assign it and note things about it. */
export async function enterInbox(
  ports: ChatPorts,
  { sessionId }: Pick<AgentRequest, 'sessionId'>,
): Promise<ChatPoint> {
  const attempt = async (chat: ChatRow): Promise<ChatPoint | undefined> => {
    assertNotEnded(chat);
    if (chat.lease === 'held') return undefined;
    const session = upgradeSession(chat.state);
    return write(ports, chat, { session, events: [turnEnd(false)], desk: {} });
  };
  return withChatLock(ports, { sessionId }, { attempt });
}

/** Lets a closed or ended chat go on, with a person who answers. */
export async function reopenChat(ports: ChatPorts, request: AgentRequest): Promise<ChatPoint> {
  const { sessionId, agent } = request;
  const attempt = async (chat: ChatRow): Promise<ChatPoint | undefined> => {
    if (!chat.isEnded) return pointOf(chat);
    const { isClosed: _, ...session } = upgradeSession(chat.state);
    if (session.stack.length === 0) throw new Failure('SESSION_ENDED', 'This chat was deleted');
    const events: TurnEvent[] = [statusEvent('PAUSED', agent), turnEnd(false)];
    const phase = session.at ? ('running' as const) : session.phase;
    return write(ports, chat, {
      session: { ...session, phase, isPaused: true },
      events,
      desk: { reopens: true },
    });
  };
  return withChatLock(ports, { sessionId }, { attempt });
}

/** What an agent sends: a text, files, or both. */
interface AgentText {
  readonly text?: string | undefined;
  /** Whether the variables of the chat are filled in. */
  readonly isTemplate?: boolean;
  /** The addresses of uploads of this chat. */
  readonly fileUrls?: readonly string[];
}

/**
 * Sends messages to the visitor of a chat in the bot's place, whether or not the chat was taken over: the text, and one for each file;
 * returns the first. Fails with `CHAT_HELD` if another agent holds the chat, and with `VALIDATION` for an address that is no upload of the
 * chat.
 */
export async function postAgentMessage(
  ports: ChatPorts,
  request: AgentRequest & AgentText,
): Promise<ChatPoint & { readonly message: Message | undefined }> {
  const { sessionId, agent } = request;
  const attempt = async (chat: ChatRow) => {
    assertOpen(ports, chat);
    assertNotEnded(chat);
    if (chat.lease === 'held') return undefined;
    const session = upgradeSession(chat.state);
    const desk = await actOf(ports, chat, request);
    const messages = await messagesOf(ports, session, request);
    const sent = messages.map((message): TurnEvent => {
      return { kind: 'message', message, isFromAgent: true, ...(agent && { agent }) };
    });
    const isAttended = session.isAttended || session.isPaused;
    const point = await write(ports, chat, {
      session,
      events: [...sent, turnEnd(false)],
      desk: isAttended ? desk : undefined,
    });
    return point && { ...point, message: messages[0] };
  };
  return withChatLock(ports, { sessionId }, { attempt });
}

async function messagesOf(
  ports: Pick<ChatPorts, 'claimUploads' | 'findFile'>,
  session: Session,
  { sessionId, text, isTemplate, fileUrls = [] }: AgentRequest & AgentText,
): Promise<Message[]> {
  const said = isTemplate && text !== undefined ? cannedText(text, session.stack) : text;
  const messages = said === undefined ? [] : [agentMessage(newId('msg'), said)];
  if (fileUrls.length === 0) return messages;
  return [...messages, ...(await filesOf(ports, session, { sessionId, fileUrls }))];
}

async function filesOf(
  ports: Pick<ChatPorts, 'claimUploads' | 'findFile'>,
  { stack }: Session,
  { sessionId, fileUrls }: { readonly sessionId: string; readonly fileUrls: readonly string[] },
): Promise<Message[]> {
  const { botId = '', resultId } = stack.at(-1) ?? {};
  const { uploads } = await ports.claimUploads({ resultId, sessionId }, fileUrls);
  const claimed = new Set(uploads.map(({ url }) => url));
  const messages: Message[] = [];
  for (const [place, url] of fileUrls.entries()) {
    const isClaimed = claimed.has(url);
    const file = isClaimed && (await ports.findFile(url, { botId, resultId, sessionId }));
    if (!file) throw notShared(place);
    messages.push(fileMessage(newId('msg'), { ...file, url }));
  }
  return messages;
}

function notShared(place: number): Failure {
  const path = ['attachedFileUrls', String(place)];
  return invalid([{ path, message: 'Is no upload of this chat' }]);
}

/** What a write of an agent does to the row of the chat in the inbox. Fails with `CHAT_HELD` if another agent holds the chat. */
export async function actOf(
  ports: Pick<ChatPorts, 'pool'>,
  { id, state }: ChatRow,
  { agent, claim }: Omit<AgentRequest, 'sessionId'>,
): Promise<DeskAct> {
  const { isAttended, isPaused } = upgradeSession(state);
  const holder = isAttended || isPaused ? await findHolder(ports.pool, id) : undefined;
  if (!holder || !agent) return {};
  const isOwn = holder.assigneeId === agent.id;
  assertUnchanged(holder, claim);
  if (holder.isHeld && !isOwn) throw chatHeld(holder.assigneeId);
  // Nobody holds a chat in which the bot answers: an agent who wants to answer alone claims it.
  return { claim: holder.claim, ...(isOwn && isPaused && { renews: CLAIM_LASTS }) };
}

/** Refuses an agent who knows another claim than the one of the chat. */
function assertUnchanged({ claim, assigneeId }: Holder, known: number | undefined): void {
  if (known !== undefined && known !== claim) throw chatHeld(assigneeId);
}

/** The failure of an agent who does not have a chat. */
export function chatHeld(userId: string | null): Failure {
  const who = userId === null ? 'Nobody has this chat any more' : `${userId} has this chat`;
  return new Failure('CHAT_HELD', `${who}: claim it to write in it`);
}

/** The event of a change of status. */
export function statusEvent(status: ChatStatus, agent: Agent | undefined): TurnEvent {
  return { kind: 'status', status, ...(agent && { agent }) };
}

function assertNotEnded({ isEnded }: ChatRow): void {
  if (isEnded) throw new Failure('SESSION_ENDED', 'This chat has ended');
}

function statusOf({ isPaused }: Session): ChatStatus {
  return isPaused ? 'PAUSED' : 'OPEN';
}

/** The session with another status. */
export function withStatus({ isPaused: _, ...session }: Session, status: ChatStatus): Session {
  if (status === 'PAUSED') return { ...session, isPaused: true };
  if (status === 'OPEN') return session;
  return { ...withoutPause(session), phase: 'ended', isClosed: true };
}

function turnEnd(isEnded: boolean): TurnEvent {
  return { kind: 'turnEnd', isEnded };
}

function pointOf({ turn, seq }: Pick<ChatRow, 'turn' | 'seq'>): ChatPoint {
  return { turn, lastSeq: seq };
}

interface AgentTurn {
  readonly session: Session;
  readonly events: readonly TurnEvent[];
  readonly desk?: DeskAct | undefined;
}

/** Writes a turn and ends any lease: what its holder would still write is refused. Undefined when another turn was faster. */
async function write(
  ports: ChatPorts,
  chat: ChatRow,
  { session, events, desk }: AgentTurn,
): Promise<ChatPoint | undefined> {
  assertNotPaused(session);
  const place = placeAfter(chat);
  const journal = { guard: () => ({ fence: chat.fence, endsLease: true }) };
  const open = { ...place, chat, journal, session: upgradeSession(chat.state) };
  const turn = { ...outsideFlow(ports, session, events), ...(desk && { desk }) };
  const isWritten = await commit(ports, open, turn);
  return isWritten ? pointOf({ turn: place.turn, seq: chat.seq + events.length }) : undefined;
}
