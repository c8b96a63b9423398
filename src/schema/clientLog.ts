import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** What a client reported at a time. Written and read in `storage/clientLogs.ts` and `storage/resultLog.ts`. */
@Entity({ tableName: 'client_log' })
export class ClientLog {
  /** Where the rows of its chat are (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' })
  shardKey: string;

  @PrimaryKey({ type: 'text', collation: 'C' })
  id: string;

  /** No foreign key: it would lock the row of the chat. */
  @Property({ type: 'text', collation: 'C', index: true })
  sessionId: string;

  @Property({ type: 'integer' })
  lines: number;

  /** Log events, as a turn has them. */
  @Property({ type: 'json', columnType: 'json' })
  events: object[];

  @Property({ type: 'timestamptz', length: 3 })
  createdAt: Date;
}
