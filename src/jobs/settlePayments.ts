import type { ChatPorts } from '../chat/ports.js';
import { continueChat } from '../chat/turn.js';
import { logEvent, replyOfPaid, upgradeSession } from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import type { Log } from '../log/log.js';
import { saveClientLogs } from '../storage/clientLogs.js';
import { loadChat } from '../storage/hot/chats.js';
import {
  findUnsettled,
  noteSettled,
  putOffSettling,
  type LeftPayment,
} from '../storage/payments.js';

/** When payments are settled, and what receives an error. */
export interface Settling {
  /** How long a visitor is waited for after the payment, in milliseconds. */
  readonly after: number;
  readonly log: Pick<Log, 'warn'>;
  reportBug(error: unknown): undefined;
}

/**
 * Answers payments in place of visitors who paid and left: each chat that still waits for a payment made `after` milliseconds ago
 * continues, as if its visitor had reported the success. A chat that cannot continue now is tried again after the same time, and delays no
 * other. A payment that is the answer of no chat is reported: its chat had continued, or ended, or something else was paid than requested.
 * Any number of servers may do so at once, because a chat continues only from the turn that was checked.
 */
export async function settlePayments(
  ports: ChatPorts,
  { after, log, reportBug }: Settling,
): Promise<void> {
  for (const { intentId, sessionId, isOther } of await findUnsettled(ports.pool, after)) {
    try {
      if (!isOther) await settle(ports, sessionId, intentId);
      const left = await noteSettled(ports.pool, intentId);
      if (left) await report({ ports, log }, sessionId, left);
    } catch (error) {
      if (!(error instanceof Failure)) reportBug(error);
      await putOffSettling(ports.pool, intentId);
    }
  }
}

/** Reports a payment that is the answer of no chat to the operator, and to those who read the result of the chat. */
async function report(
  { ports: { pool }, log }: { readonly ports: ChatPorts } & Pick<Settling, 'log'>,
  sessionId: string,
  { intentId, credentialsId, label, otherPaid }: LeftPayment,
): Promise<void> {
  const why = otherPaid === null ? LEFT_OVER : `${otherPaid} was paid, which was not asked for`;
  log.warn({ intentId, credentialsId, amount: label }, `a payment is left over: ${why}`);
  const amount = label === null ? '' : ` of ${label}`;
  const details = `The payment${amount} (${intentId}) was made, but ${why}. Refund it, or deliver what was paid.`;
  const line = { status: 'error', description: 'A payment is left over', details } as const;
  await saveClientLogs(pool, sessionId, [logEvent(line, false)]);
}

const LEFT_OVER = 'its chat had gone on or ended, or another payment took its place';

async function settle(ports: ChatPorts, sessionId: string, intentId: string): Promise<void> {
  const chat = await loadChat(ports.pool, sessionId);
  const text = chat && replyOfPaid(upgradeSession(chat.state), intentId);
  if (!chat || text === undefined) return;
  const request = { sessionId, message: { text }, expectedTurn: chat.turn, clientAddress: '' };
  try {
    await continueChat(ports, request);
  } catch (error) {
    if (!isOver(error)) throw error;
  }
}

/** Whether the chat can never continue: it ended, expired or was deleted. */
function isOver(error: unknown): boolean {
  return error instanceof Failure && error.code === 'NOT_FOUND';
}
