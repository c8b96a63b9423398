import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** The result of an effect in a turn that is not written yet. Read and written in `storage/hot/leases.ts`. */
@Entity({ tableName: 'turn_answer' })
export class EffectJournalEntry {
  [PrimaryKeyProp]?: ['sessionId', 'turn', 'ask'];

  /** Where the rows of its chat are (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' })
  shardKey: string;

  @PrimaryKey({ type: 'text', collation: 'C' })
  sessionId: string;

  @PrimaryKey({ type: 'integer' })
  turn: number;

  /** The number of the effect in its turn; 0 is the input of the turn and when it began. */
  @PrimaryKey({ type: 'integer' })
  ask: number;

  /** Of the effect: the result belongs to this one only. */
  @Property({ type: 'text', collation: 'C' })
  hash: string;

  @Property({ type: 'json', columnType: 'json' })
  answer: unknown;

  @Property({ type: 'timestamptz', length: 3, index: true })
  createdAt: Date;
}
