import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { TurnEvent } from '../engine/index.js';

/** The events of one write to the log of a chat (ADR 5). Read and written in `storage/events.ts` and `storage/hot`. */
@Entity({ tableName: 'chat_event' })
export class ChatEventBatch {
  [PrimaryKeyProp]?: ['sessionId', 'firstSeq'];

  /** No foreign key: a log goes after its chat, in batches. */
  @PrimaryKey({ type: 'text', collation: 'C' })
  sessionId: string;

  /** The number of the first event. */
  @PrimaryKey({ type: 'integer' })
  firstSeq: number;

  @Property({ type: 'integer' })
  lastSeq: number;

  @Property({ type: 'integer' })
  turn: number;

  @Property({ type: 'json', columnType: 'json' })
  events: readonly TurnEvent[];

  @Property({ type: 'timestamptz', length: 3 })
  createdAt: Date;

  /** The trace of the turn as it was counted, `[{ bot_id, flow_id, parts: [[kind, id, how many]] }]`; kept when a result is deleted. */
  @Property({ type: 'json', columnType: 'json', nullable: true })
  passed: unknown;
}
