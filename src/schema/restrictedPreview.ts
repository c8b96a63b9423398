import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** The claim of a preview that anybody may start. Read and written in `storage/restrictedPreviews.ts`. */
@Entity({ tableName: 'restricted_preview' })
export class RestrictedPreview {
  /** Where the rows of its chat are (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' })
  shardKey: string;

  @PrimaryKey({ type: 'text', collation: 'C' })
  sessionId: string;

  /** Of the client, for counting. */
  @Property({ type: 'text' })
  address: string;

  /** A flow that came with the request, of this preview alone. */
  @Property({ type: 'text', collation: 'C', nullable: true })
  flowId: string | null;

  /** Where the reply of its start is kept, if it had an idempotency key. */
  @Property({ type: 'text', collation: 'C', nullable: true })
  replyScope: string | null;

  @Property({ type: 'text', collation: 'C', nullable: true })
  replyKey: string | null;

  @Property({ type: 'timestamptz', length: 3 })
  createdAt: Date;

  /** The last turn that is counted in `bytes`; null: none is. */
  @Property({ type: 'integer', nullable: true })
  measuredTurn: number | null;

  /** What it takes in the database. */
  @Property({ type: 'bigint', defaultRaw: '0' })
  bytes: string;
}
