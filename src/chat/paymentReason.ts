import { logEvent, type CreatePaymentEffect, type VerifyPaymentEffect } from '../engine/index.js';
import { saveClientLogs } from '../storage/clientLogs.js';
import type { ChatPorts } from './ports.js';

const FAILED = {
  createPayment: 'A payment could not be prepared',
  verifyPayment: 'A payment was not made',
} as const;

/**
 * Keeps what a provider says of a payment that failed for members who may read the result: the visitor learns only that it
 * did. The turn is refused or asks again, so this is no part of it. A preview shows the reason itself.
 */
export async function logReason(
  { pool }: Pick<ChatPorts, 'pool'>,
  { kind, isTest }: CreatePaymentEffect | VerifyPaymentEffect,
  { sessionId, reason }: { readonly sessionId: string; readonly reason: string },
): Promise<void> {
  if (isTest) return;
  const line = { status: 'error', description: FAILED[kind], details: reason } as const;
  await saveClientLogs(pool, sessionId, [logEvent(line, false)]);
}
