import { upgradeSession } from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import type { ChatRow } from '../storage/hot/chats.js';
import { withChatLock } from './chatLock.js';
import { commit } from './commit.js';
import { actOf, statusEvent, withStatus, type AgentRequest } from './handover.js';
import { openJournal } from './leasedJournal.js';
import { assertOpen, placeAfter } from './load.js';
import type { ChatPorts } from './ports.js';
import { run } from './run.js';

/**
 * Gives a chat back to its bot, which goes on at a group of the flow that the chat began with. Fails with `START_NOT_FOUND` if that flow has
 * no such group.
 */
export async function handBack(
  ports: ChatPorts,
  request: AgentRequest & { readonly groupId: string },
): Promise<true> {
  const { sessionId } = request;
  return withChatLock<true>(
    ports,
    { sessionId },
    { attempt: (chat) => attempt(ports, chat, request) },
  );
}

async function attempt(
  ports: ChatPorts,
  chat: ChatRow,
  request: AgentRequest & { readonly groupId: string },
): Promise<true | undefined> {
  assertOpen(ports, chat);
  const before = upgradeSession(chat.state);
  const { groupId, agent } = request;
  const [root] = before.stack;
  const flow = root && (await ports.flows.load(root.flowId));
  if (!flow?.group(groupId)) {
    throw new Failure('START_NOT_FOUND', 'The flow has no group with this id to go on at');
  }
  if (chat.lease === 'held') return undefined;
  const desk = { ...(await actOf(ports, chat, request)), releases: true };
  const journal = await openJournal(ports, chat, {});
  if (!journal) return undefined;
  const input = { type: 'start', at: { type: 'group', groupId } } as const;
  const open = { ...placeAfter(chat), chat, journal, session: withStatus(before, 'OPEN'), input };
  return journal.during(async () => {
    const turn = await run(ports, open);
    const events = [statusEvent('OPEN', agent), ...turn.events];
    const isWritten = await commit(ports, { ...open, session: before }, { ...turn, events, desk });
    return isWritten ? true : undefined;
  });
}
