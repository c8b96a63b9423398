import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** A report of log lines by a client. Written in `storage/clientLogs.ts`, read in `storage/resultLog.ts`. */
@Entity({ tableName: 'client_log' })
export class ClientLog {
  /** The shard key of its chat (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' }) shardKey: string;
  @PrimaryKey({ type: 'text', collation: 'C' }) id: string;

  /** No foreign key, because it would lock the row of the chat. */
  @Property({ type: 'text', collation: 'C', index: true }) sessionId: string;
  @Property({ type: 'integer' }) lines: number;

  /** Log events in the shape of those of turns. */
  @Property({ type: 'json', columnType: 'json' }) events: object[];
  @Property({ type: 'timestamptz', length: 3 }) createdAt: Date;
}
