import { upgradeSession, type Session, type StepInput } from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import { findHolder } from '../storage/claims.js';
import type { ChatRow } from '../storage/hot/chats.js';
import { withChatLock } from './chatLock.js';
import { commit } from './commit.js';
import type { DeskAct } from './desk.js';
import {
  actOf,
  changeStatus,
  statusEvent,
  withStatus,
  type AgentRequest,
  type ChatPoint,
} from './handover.js';
import { openJournal } from './leasedJournal.js';
import { assertOpen, placeAfter } from './load.js';
import { assertNotPaused } from './pausedTurn.js';
import type { ChatPorts } from './ports.js';
import { run } from './run.js';

/** A chat to give back, and the group at which its bot goes on. */
type HandBack = AgentRequest & { readonly groupId?: string | undefined };

/**
 * Gives a chat back to its bot. It goes on at a group of the flow that the chat began with, else after the block that handed the chat over,
 * else it continues at the input where it waits. Fails with `START_NOT_FOUND` if that flow has no such group.
 */
export async function handBack(ports: ChatPorts, request: HandBack): Promise<ChatPoint> {
  const { sessionId, agent } = request;
  const attempt = async (chat: ChatRow): Promise<ChatPoint | undefined> => {
    const input = await inputOf(ports, chat, request);
    if (!input) return changeStatus(ports, chat, { ...request, status: 'OPEN' });
    if (chat.lease === 'held') return undefined;
    const desk = { ...(await actOf(ports, chat, request)), releases: true };
    return goOn(ports, chat, { input, desk, agent });
  };
  return withChatLock(ports, { sessionId }, { attempt });
}

/** How the flow goes on; undefined where it only continues to wait for the visitor. */
async function inputOf(
  ports: ChatPorts,
  chat: ChatRow,
  { groupId }: HandBack,
): Promise<GoingOn['input'] | undefined> {
  const session = upgradeSession(chat.state);
  if (groupId === undefined) {
    if (chat.isEnded || !isHandedOver(session)) return undefined;
    assertOpen(ports, chat);
    return { type: 'handback', exit: 'back' };
  }
  assertOpen(ports, chat);
  const [root] = session.stack;
  const flow = root && (await ports.flows.load(root.flowId));
  if (flow?.group(groupId)) return { type: 'start', at: { type: 'group', groupId } };
  throw new Failure('START_NOT_FOUND', 'The flow has no group with this id to go on at');
}

/** Whether a block handed the chat over to a person, who has it still. */
function isHandedOver({ isPaused, at }: Session): boolean {
  return isPaused === true && at?.waitsFor === 'agent';
}

/**
 * Lets the flow of a chat go on that was handed over if nobody came. Does nothing where the chat does not wait for anybody any more, as
 * once an agent has claimed or answered it.
 */
export async function endWait(ports: ChatPorts, sessionId: string): Promise<void> {
  const attempt = async (chat: ChatRow): Promise<true | undefined> => {
    if (chat.isEnded || !isHandedOver(upgradeSession(chat.state))) return true;
    assertOpen(ports, chat);
    if (chat.lease === 'held') return undefined;
    const holder = await findHolder(ports.pool, sessionId);
    if (!holder?.isAwaited) return true;
    const desk = { claim: holder.claim, releases: true };
    const point = await goOn(ports, chat, { input: { type: 'handback', exit: 'nobody' }, desk });
    return point && true;
  };
  await withChatLock(ports, { sessionId }, { attempt });
}

interface GoingOn extends Pick<AgentRequest, 'agent'> {
  readonly input: Extract<StepInput, { type: 'start' | 'handback' }>;
  readonly desk: DeskAct;
}

/**
 * Runs the flow of a chat as one turn, which also gives the chat back to its bot; undefined, with nothing written, when another turn was
 * faster.
 */
async function goOn(
  ports: ChatPorts,
  chat: ChatRow,
  { input, desk, agent }: GoingOn,
): Promise<ChatPoint | undefined> {
  const before = upgradeSession(chat.state);
  assertNotPaused(before);
  const journal = await openJournal(ports, chat, {});
  if (!journal) return undefined;
  const place = placeAfter(chat);
  const open = { ...place, chat, journal, session: withStatus(before, 'OPEN'), input };
  return journal.during(async () => {
    const turn = await run(ports, open);
    const events = [statusEvent('OPEN', agent), ...turn.events];
    const isWritten = await commit(ports, { ...open, session: before }, { ...turn, events, desk });
    return isWritten ? { turn: place.turn, lastSeq: chat.seq + events.length } : undefined;
  });
}
