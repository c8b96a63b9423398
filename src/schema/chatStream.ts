import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** The text of a reply that is being streamed by a running turn. Read and written in `storage/streams.ts`. */
@Entity({ tableName: 'chat_stream' })
export class ChatStream {
  /** The shard key of its chat (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' }) shardKey: string;

  /** No foreign key, because it would lock the row of the chat. */
  @PrimaryKey({ type: 'text', collation: 'C' }) sessionId: string;

  /** Distinguishes this stream from one that replaced it. */
  @Property({ type: 'text', collation: 'C' }) id: string;
  @Property({ type: 'integer' }) turn: number;
  @Property({ type: 'text' }) blockId: string;
  @Property({ type: 'text' }) text: string;

  /** What the visitor sent in this turn: the event `heard` without its kind. */
  @Property({ type: 'json', nullable: true }) heard?: object;
  @Property({ type: 'boolean' }) isStopped: boolean;
  @Property({ type: 'boolean' }) isOver: boolean;
  @Property({ type: 'timestamptz', length: 3, index: true }) createdAt: Date;
  @Property({ type: 'timestamptz', length: 3 }) updatedAt: Date;
}
