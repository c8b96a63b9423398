import type { Answer, Ask, OutsideAsk, Session } from '../engine/index.js';
import { openReply, type OpenReply } from './openReply.js';
import type { ChatPorts } from './ports.js';

/** The turn that asks. */
export interface AskingTurn {
  readonly sessionId: string;
  readonly turn: number;
  readonly session: Session;
  /** Whether anybody can be watching: the id of a chat that starts is known to nobody yet. */
  readonly isWatchable: boolean;
  /** The key of this ask, for what the outside is to do once. */
  readonly callKey: () => string;
  /** Aborted when nobody needs the answer any more. */
  readonly abandoned?: AbortSignal | undefined;
}

/** Whether an ask may leave this server: then the turn that asks it should be nobody else's too. */
export function reachesOutside(ask: Ask): boolean {
  if (ask.kind === 'runScript') return ask.capabilities?.fetch === true;
  return ask.kind !== 'evaluate' && ask.kind !== 'loadBot';
}

/**
 * Whether an answer is kept for the next attempt at the turn. A payment that could not be prepared is not: it fails the call,
 * and is prepared again once somebody has repaired the account.
 */
export function isToKeep(ask: Ask, answer: Answer): boolean {
  return answer.ok || ask.kind !== 'createPayment';
}

/** The bubble that says the text that comes, where it is streamed to whoever watches. */
export function streamedTo(ask: Ask): string | undefined {
  return ask.kind === 'forge' ? ask.saidBy : undefined;
}

/**
 * Asks the outside on behalf of a chat: with what the chat may use of its workspace, and, where the text that comes is
 * said next, streaming it to whoever watches.
 */
export async function askOutside(
  ports: ChatPorts,
  ask: OutsideAsk,
  { sessionId, turn, session, isWatchable, callKey, abandoned }: AskingTurn,
): Promise<Answer> {
  const asker = {
    botId: session.stack[0]?.botId,
    reach: session.settings.reach,
    ...(reachesOutside(ask) && { callKey: callKey(), abandoned }),
  };
  const blockId = streamedTo(ask);
  if (blockId === undefined || !isWatchable) return ports.ask(ask, sessionId, asker);
  const place = { sessionId, turn, blockId };
  const opened: OpenReply[] = [];
  const open = async (): Promise<OpenReply> => {
    const reply = await openReply(ports, place);
    opened.push(reply);
    return reply;
  };
  try {
    return await ports.ask(ask, sessionId, { ...asker, openReply: open });
  } finally {
    for (const reply of opened) await reply.close();
  }
}
