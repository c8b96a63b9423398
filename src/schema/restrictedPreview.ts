import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** Records a preview that anybody may start, so that limits can count it. Read and written in `storage/restrictedPreviews.ts`. */
@Entity({ tableName: 'restricted_preview' })
export class RestrictedPreview {
  /** The shard key of its chat (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' }) shardKey: string;
  @PrimaryKey({ type: 'text', collation: 'C' }) sessionId: string;

  /** The address of the client, for counting its previews. */
  @Property({ type: 'text' }) address: string;

  /** The flow that was in the request, which only this preview uses. */
  @Property({ type: 'text', collation: 'C', nullable: true }) flowId: string | null;

  /** The scope of the stored reply to its start, if that had an idempotency key. */
  @Property({ type: 'text', collation: 'C', nullable: true }) replyScope: string | null;
  @Property({ type: 'text', collation: 'C', nullable: true }) replyKey: string | null;
  @Property({ type: 'timestamptz', length: 3 }) createdAt: Date;

  /** The last turn whose size `bytes` includes; null if none. */
  @Property({ type: 'integer', nullable: true }) measuredTurn: number | null;

  /** Its size in the database. */
  @Property({ type: 'bigint', defaultRaw: '0' }) bytes: string;
}
