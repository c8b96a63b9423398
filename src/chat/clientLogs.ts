import { logEvent, maskSecrets, type Log } from '../engine/index.js';
import { saveClientLogs } from '../storage/clientLogs.js';
import { assertOrigin, findChat } from './load.js';
import type { ChatPorts } from './ports.js';

/** A report of the client of a chat. */
export interface ClientReport {
  readonly sessionId: string;
  readonly logs: readonly Log[];
  readonly origin: string | undefined;
}

/**
 * Stores what a client reports about its part of a chat, for members who may read the result; also after the chat has ended. Stores nothing
 * of a preview. Returns the number of stored lines. Fails with `SESSION_NOT_FOUND`, and with `ORIGIN_NOT_ALLOWED` for a page that the bot
 * does not allow.
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
