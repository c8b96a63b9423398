import { logEvent, maskSecrets, type Log } from '../engine/index.js';
import { saveClientLogs } from '../storage/clientLogs.js';
import { assertOrigin, findChat } from './load.js';
import type { ChatPorts } from './ports.js';

/** What the client of a chat reports. */
export interface ClientReport {
  readonly sessionId: string;
  readonly logs: readonly Log[];
  /** The `Origin` the request came with. */
  readonly origin: string | undefined;
}

/**
 * Keeps what a client reports of its part of a chat, for members who may read the result; also after the chat has ended. Of a
 * preview nothing is kept. Gives how many lines were. Fails with `SESSION_NOT_FOUND`, and for a page the bot does not allow.
 */
export async function reportClientLogs(
  { pool }: Pick<ChatPorts, 'pool'>,
  { sessionId, logs, origin }: ClientReport,
): Promise<number> {
  const chat = await findChat({ pool }, { sessionId });
  assertOrigin(chat.allowedOrigins, origin);
  if (chat.isPreview || logs.length === 0) return 0;
  const events = logs.map(({ description, ...log }) =>
    logEvent({ ...log, description: maskSecrets(description) }, false),
  );
  return saveClientLogs(pool, sessionId, events);
}
