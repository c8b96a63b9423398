import type { ChatPorts } from '../src/chat/ports.js';
import type { Flow } from '../src/engine/index.js';
import type { ExploredBot } from '../src/simulation/playMove.js';

/** A bot that links to no other, as simulations see it. */
export function simulated(
  flow: Flow,
  { sandbox, seed }: Pick<ExploredBot, 'sandbox' | 'seed'>,
): ExploredBot {
  return {
    // Simulated turns read only the time limits.
    ports: { timeouts: { turnLasts: 60_000, restrictedTurnLasts: 60_000 } } as ChatPorts,
    ...{ sandbox, botId: 'bot', flow, seed, isOver: () => false },
    loadFlow: async () => flow,
    loadBot: async () => ({ ok: false, error: 'no other bot' }) as const,
  };
}
