import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { TurnEvent } from '../engine/index.js';

/** The events of one write to the log of a chat. Read and written in `storage/events.ts` and `storage/hot`. */
@Entity({ tableName: 'chat_event' })
export class ChatEventBatch {
  [PrimaryKeyProp]?: ['sessionId', 'firstSeq'];

  /** The shard key of its chat (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' }) shardKey: string;

  /** No foreign key, because a log is deleted after its chat, in batches. */
  @PrimaryKey({ type: 'text', collation: 'C' }) sessionId: string;

  /** The number of the first event. */
  @PrimaryKey({ type: 'integer' }) firstSeq: number;
  @Property({ type: 'integer' }) lastSeq: number;
  @Property({ type: 'integer' }) turn: number;
  @Property({ type: 'json', columnType: 'json' }) events: readonly TurnEvent[];
  @Property({ type: 'timestamptz', length: 3 }) createdAt: Date;

  /**
   * The counts of the turn, `[{ bot_id, flow_id, parts: [[kind, id, count]], slot? }]`, which are kept when a result is deleted. `slot` is
   * set for a result that is older than the chat. Results are found by the blocks in it (`storage/resultFilter.ts`).
   */
  @Property({ type: 'json', columnType: 'json', nullable: true }) passed: unknown;

  /** The quarter of an hour, counted from 1970, in which the chat began. The counts of the turn belong to it. */
  @Property({ type: 'integer', nullable: true }) slot: number | null;

  /** The transaction that wrote the row, while its counts are still to be added: `storage/foldCounts.ts` adds them in this order. */
  @Property({ type: 'string', columnType: 'xid8', nullable: true })
  @Index({ where: 'written_in is not null' })
  writtenIn: string | null;
}
