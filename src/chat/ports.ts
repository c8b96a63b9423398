import type { Pool } from 'pg';
import type { Answer, OutsideAsk } from '../engine/index.js';
import type { FlowStore } from '../storage/flows.js';
import type { InOrder } from './inOrder.js';

/** All that a chat needs of the world; handed in by `app.ts`, faked in tests. */
export interface ChatPorts {
  readonly pool: Pool;
  readonly flows: FlowStore;
  /** Answers what a turn asks of the outside. Never rejects: a failure is an answer. */
  ask(ask: OutsideAsk, sessionId: string): Promise<Answer>;
  /** Keeps the turns of one chat apart within this server. */
  readonly inOrder: InOrder;
  /** Says that a chat's log grew; carries no data, may be lost or doubled. */
  announce(sessionId: string): void;
  /** Says that the results and counts of a bot changed, in the same way. */
  announceResults(botId: string): void;
  /** Milliseconds since 1970. */
  now(): number;
  /** Days a chat may rest before it expires. */
  readonly sessionIdleDays: number;
}
