import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** The result of an effect in a turn that is not committed yet. Read and written in `storage/hot/leases.ts`. */
@Entity({ tableName: 'turn_answer' })
export class EffectJournalEntry {
  [PrimaryKeyProp]?: ['sessionId', 'turn', 'ask'];

  /** The shard key of its chat (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' }) shardKey: string;
  @PrimaryKey({ type: 'text', collation: 'C' }) sessionId: string;
  @PrimaryKey({ type: 'integer' }) turn: number;

  /** The number of the effect in its turn; entry 0 holds the input of the turn and its start time. */
  @PrimaryKey({ type: 'integer' }) ask: number;

  /** A hash of the effect: the result is valid for this effect only. */
  @Property({ type: 'text', collation: 'C' }) hash: string;
  @Property({ type: 'json', columnType: 'json' }) answer: unknown;
  @Property({ type: 'timestamptz', length: 3, index: true }) createdAt: Date;
}
