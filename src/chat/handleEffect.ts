import type { EffectResult, Effect, OutsideEffect, Session } from '../engine/index.js';
import { openReply, type OpenReply } from './openReply.js';
import type { ChatPorts } from './ports.js';

/** The turn that asks. */
export interface EffectTurn {
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
export function reachesOutside(effect: Effect): boolean {
  if (effect.kind === 'runScript') return effect.capabilities?.fetch === true;
  return effect.kind !== 'evaluate' && effect.kind !== 'loadBot';
}

/**
 * Whether an answer is kept for the next attempt at the turn. A payment that could not be prepared is not: it fails the call,
 * and is prepared again once somebody has repaired the account.
 */
export function isResultKept(effect: Effect, answer: EffectResult): boolean {
  return answer.ok || effect.kind !== 'createPayment';
}

/** The bubble that says the text that comes, where it is streamed to whoever watches. */
export function streamedTo(effect: Effect): string | undefined {
  return effect.kind === 'forge' ? effect.saidBy : undefined;
}

/**
 * Asks the outside on behalf of a chat: with what the chat may use of its workspace, and, where the text that comes is
 * said next, streaming it to whoever watches.
 */
export async function handleEffect(
  ports: ChatPorts,
  effect: OutsideEffect,
  { sessionId, turn, session, isWatchable, callKey, abandoned }: EffectTurn,
): Promise<EffectResult> {
  const origin = {
    botId: session.stack[0]?.botId,
    reach: session.settings.reach,
    ...(reachesOutside(effect) && { callKey: callKey(), abandoned }),
  };
  const blockId = streamedTo(effect);
  if (blockId === undefined || !isWatchable) return ports.handleEffect(effect, sessionId, origin);
  const place = { sessionId, turn, blockId };
  const opened: OpenReply[] = [];
  const open = async (): Promise<OpenReply> => {
    const reply = await openReply(ports, place);
    opened.push(reply);
    return reply;
  };
  try {
    return await ports.handleEffect(effect, sessionId, { ...origin, openReply: open });
  } finally {
    for (const reply of opened) await reply.close();
  }
}
