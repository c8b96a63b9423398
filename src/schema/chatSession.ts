import { Entity, Index, PrimaryKey, Property, Trigger } from '@mikro-orm/decorators/legacy';

/** A chat between two turns. Turns read and write it in `storage/hot`. */
@Entity({ tableName: 'chat_session' })
@Index({ name: 'chat_session_age', properties: ['isPreview', 'createdAt'] })
@Index({ name: 'chat_session_previews', properties: ['botId', 'createdAt'], where: 'is_preview' })
@Trigger({
  name: 'empty_key',
  timing: 'after',
  events: ['insert'],
  forEach: 'row',
  when: "((new.shard_key = ''::text) AND (NOT new.is_preview))",
  body: "update bot set earlier_keys = array_append(earlier_keys, '') where id = new.bot_id and not '' = any(earlier_keys); return null;",
})
export class ChatSession {
  /** The shard key of its chat (`storage/shardKeys.ts`). */
  @Property({ type: 'text', collation: 'C', default: '' }) shardKey: string;
  @PrimaryKey({ type: 'text', collation: 'C' }) id: string;
  @Property({ type: 'text', collation: 'C' }) botId: string;

  /** Null in a preview, which has no result. */
  @Property({ type: 'text', collation: 'C', nullable: true })
  @Index({ where: 'result_id is not null' })
  resultId: string | null;

  @Property({ type: 'boolean' }) isPreview: boolean;
  @Property({ type: 'boolean' }) isEnded: boolean;

  /** The number of turns; the start is turn 1, and 0 means that the chat is only registered. */
  @Property({ type: 'integer' }) turn: number;

  /** The number of the last event. */
  @Property({ type: 'integer' }) seq: number;

  /** The state from which the engine continues. */
  @Property({ type: 'json', columnType: 'json' }) state: unknown;

  /** The origins from which browsers may continue it; null allows any. */
  @Property({ type: 'json', columnType: 'json', nullable: true })
  allowedOrigins: readonly string[] | null;

  @Property({ type: 'timestamptz', length: 3 }) createdAt: Date;
  @Property({ type: 'timestamptz', length: 3 }) updatedAt: Date;

  /** The fencing token: the number of times that the lease was taken. */
  @Property({ type: 'integer', default: 0 }) fence: number;

  /** The end of the lease, until which only its holder may write the next turn; null while there is no holder. */
  @Property({ type: 'timestamptz', length: 3, nullable: true }) leaseUntil: Date | null;
}
