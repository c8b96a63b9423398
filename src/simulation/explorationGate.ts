import type { ChatPorts } from '../chat/ports.js';
import { Failure } from '../errors/errors.js';

/** The most explorations that one process runs at a time. */
const MAX_RUNNING = 2;

/** The bots that are being explored, by the server of this process that does. */
const exploring = new WeakMap<ChatPorts, Set<string>>();

/**
 * Begins an exploration of a bot; what is returned ends it. Fails with `EXPLORATIONS_BUSY` while the bot is being explored in this process,
 * or too many others are.
 */
export function beginExploration(server: ChatPorts, botId: string): () => void {
  const running = exploring.get(server) ?? new Set();
  exploring.set(server, running);
  if (running.has(botId) || running.size >= MAX_RUNNING) {
    throw new Failure('EXPLORATIONS_BUSY', 'Other explorations run now; try again');
  }
  running.add(botId);
  return () => void running.delete(botId);
}
