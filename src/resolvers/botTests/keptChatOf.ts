import type { Context } from '../../context/context.js';
import { upgradeSession, type Flow } from '../../engine/index.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Failure } from '../../errors/errors.js';
import { outageIn } from '../../errors/outage.js';
import { loggedChat } from '../../simulation/loggedChat.js';
import type { KeptChat } from '../../simulation/replayChat.js';
import { readReplay } from '../../storage/chatReplays.js';
import { EVENTS_PER_PAGE, readEvents, type NumberedEvent } from '../../storage/events.js';
import type { ChatRow } from '../../storage/hot/chats.js';

/** A chat that took place, and the flow that it ran. */
interface FoundChat extends KeptChat {
  readonly flow: Flow;
  readonly beganAt: Date;
}

/** The most events that are read of the log. */
const MOST_EVENTS = 2_000;

/** A chat as it was kept to be run again, or else as its log tells it. Fails with `SESSION_NOT_FOUND` where nothing was kept. */
export async function keptChatOf(context: Context, row: ChatRow): Promise<FoundChat> {
  const { watchPool: pool, chatReplayDays } = context.chats;
  const { id: sessionId, botId, resultId } = row;
  const { stack, settings } = upgradeSession(row.state);
  if (settings.branchedFrom) {
    throw new Failure('CHAT_NOT_RECORDABLE', 'This preview goes on from another; record that one');
  }
  const turns = await readReplay(pool, sessionId, chatReplayDays);
  const [{ record } = {}] = turns;
  if (record?.start) {
    const flow = await flowWith(context, 'flowId' in record.start ? record.start : stack[0]);
    return { sessionId, turns, flow, beganAt: new Date(record.beganAt) };
  }
  const events = await readLog(context, sessionId);
  const [begin] = events;
  if (!begin) throw commonFailure('SESSION_NOT_FOUND');
  const flow = await flowWith(context, stack[0]);
  const start = {
    ...{ flowId: flow.id, botId, resultId: resultId ?? undefined, isStreamEnabled: false },
    timeZone: settings.timeZone,
  };
  return { ...loggedChat(sessionId, start, events), flow, beganAt: begin.at };
}

async function flowWith(
  { chats }: Context,
  { flowId }: { readonly flowId: string } = { flowId: '' },
): Promise<Flow> {
  try {
    return await chats.flows.load(flowId);
  } catch (error) {
    if (outageIn(error)) throw error;
    throw new Failure('CHAT_NOT_RECORDABLE', 'The flow that the chat ran is no longer stored');
  }
}

async function readLog({ chats }: Context, sessionId: string): Promise<NumberedEvent[]> {
  const events: NumberedEvent[] = [];
  while (events.length < MOST_EVENTS) {
    const after = events.at(-1)?.seq ?? 0;
    const page = await readEvents(chats.watchPool, sessionId, { after, limit: EVENTS_PER_PAGE });
    if (page.length === 0) break;
    events.push(...page);
  }
  return events;
}
