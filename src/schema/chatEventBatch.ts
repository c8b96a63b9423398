import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { TurnEvent } from '../engine/index.js';

/** The events of one write to the log of a chat. Read and written in `storage/events.ts` and `storage/hot`. */
@Entity({ tableName: 'chat_event' })
export class ChatEventBatch {
  [PrimaryKeyProp]?: ['sessionId', 'firstSeq'];

  /** Where the rows of its chat are (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' })
  shardKey: string;

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

  /**
   * What the turn counted, `[{ bot_id, flow_id, parts: [[kind, id, how many]], slot? }]`; kept when a result is deleted. A `slot`
   * is that of a result which began before the chat.
   */
  @Property({ type: 'json', columnType: 'json', nullable: true })
  passed: unknown;

  /** The quarter of an hour, since 1970, in which the chat began: what the turn counted is of then. */
  @Property({ type: 'integer', nullable: true })
  slot: number | null;

  /** The transaction that wrote the row, where it is to be counted: `storage/foldCounts.ts` adds up in this order. */
  @Property({ type: 'string', columnType: 'xid8', nullable: true })
  @Index({ where: 'written_in is not null' })
  writtenIn: string | null;
}
