import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import type { TraceEntry } from '../engine/index.js';

/** What happened in a turn of a chat that is traced. Written in `storage/hot/turnWriter.ts`, read in `storage/chatTraces.ts`. */
@Entity({ tableName: 'chat_trace' })
export class ChatTrace {
  [PrimaryKeyProp]?: ['sessionId', 'turn'];

  /** The shard key of its chat (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' }) shardKey: string;

  /** No foreign key, because it would lock the row of the chat. */
  @PrimaryKey({ type: 'text', collation: 'C' }) sessionId: string;
  @PrimaryKey({ type: 'integer' }) turn: number;

  /** As servers before `packed` stored them. */
  @Property({ type: 'json', columnType: 'json', nullable: true })
  entries: readonly TraceEntry[] | null;

  /** The entries as `packTrace` makes them. */
  @Property({ type: 'text', nullable: true }) packed: string | null;
  @Property({ type: 'timestamptz', length: 3 }) @Index() createdAt: Date;
}
