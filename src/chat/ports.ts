import type { Pool } from 'pg';
import type { Answer, Ask } from '../engine/index.js';
import type { FlowStore } from '../storage/flows.js';

/** All that a chat needs of the world; handed in by `app.ts`, faked in tests. */
export interface ChatPorts {
  readonly pool: Pool;
  readonly flows: FlowStore;
  /** Answers what a turn asks of the outside. Never rejects: a failure is an answer. */
  ask(ask: Ask, sessionId: string): Promise<Answer>;
  /** Says that a chat's log grew; carries no data, may be lost or doubled. */
  announce(sessionId: string): void;
  /** Milliseconds since 1970. */
  now(): number;
  /** Days a chat may rest before it expires. */
  readonly sessionIdleDays: number;
}
