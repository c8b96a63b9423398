import { PrimaryKeyProp } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** The reply to a call with an `Idempotency-Key`, kept for a day. Read and written in `storage/hot/replies.ts`. */
@Entity({ tableName: 'idempotent_reply' })
export class IdempotentReply {
  [PrimaryKeyProp]?: ['scope', 'key'];

  /** The shard key of its chat (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' }) shardKey: string;

  /** The id of the chat that was continued, or the place where one was started. */
  @PrimaryKey({ type: 'text', collation: 'C' }) scope: string;
  @PrimaryKey({ type: 'text', collation: 'C' }) key: string;
  @Property({ type: 'text', collation: 'C' }) requestHash: string;

  /** That of a start; of a message the number of the first event of its turn, whose log has the reply. */
  @Property({ type: 'json', columnType: 'json' }) reply: unknown;
  @Property({ type: 'timestamptz', length: 3, index: true }) createdAt: Date;
}
