import { endWait } from '../chat/handBack.js';
import type { ChatPorts } from '../chat/ports.js';
import { Failure } from '../errors/errors.js';
import { findEndedWaits, forgetWait, takeEndedWait } from '../storage/waits.js';

/**
 * Lets the flows of chats go on that wait for a person to whom nobody came in time, some at once. One that cannot go on now is tried again
 * after a minute, and its failure changes nothing for the others. Any number of servers may do so at once.
 */
export async function endWaits(
  ports: ChatPorts,
  reportBug: (error: unknown) => undefined,
): Promise<void> {
  const ended = await findEndedWaits(ports.pool);
  await Promise.all(ended.map((sessionId) => endOne(ports, sessionId).catch(reportBug)));
}

async function endOne(ports: ChatPorts, sessionId: string): Promise<void> {
  const { pool } = ports;
  try {
    if (await takeEndedWait(pool, sessionId)) await endWait(ports, sessionId);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    if (error.code === 'NOT_FOUND') await forgetWait(pool, sessionId);
  }
}
