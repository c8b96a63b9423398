import type { ChatPorts } from '../chat/ports.js';
import { continueChat } from '../chat/turn.js';
import { replyOfPaid, upgradeSession } from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import { loadChat } from '../storage/hot/chats.js';
import { findUnsettled, noteSettled } from '../storage/payments.js';

/**
 * Answers payments in place of visitors who paid and left: each chat that still waits for a payment which was made so many
 * milliseconds ago goes on, as if its visitor had reported the success. Any number of servers may do so at once, because a
 * chat goes on only from the turn that was looked at.
 */
export async function settlePayments(ports: ChatPorts, paidBefore: number): Promise<void> {
  for (const { intentId, sessionId } of await findUnsettled(ports.pool, paidBefore)) {
    await settle(ports, sessionId, intentId);
    await noteSettled(ports.pool, intentId);
  }
}

async function settle(ports: ChatPorts, sessionId: string, intentId: string): Promise<void> {
  const chat = await loadChat(ports.pool, sessionId);
  const text = chat && replyOfPaid(upgradeSession(chat.state), intentId);
  if (!chat || text === undefined) return;
  const request = { sessionId, message: { text }, expectedTurn: chat.turn, clientAddress: '' };
  try {
    await continueChat(ports, request);
  } catch (error) {
    // The chat went on without us, or cannot go on.
    if (!(error instanceof Failure)) throw error;
  }
}
