import { ArrayType } from '@mikro-orm/core';
import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/**
 * A reservation for a running AI action against the limits of its chat, bot and workspace. Written in `storage/aiHolds.ts`; not part of the
 * API.
 */
@Entity({ tableName: 'ai_hold' })
export class AiHold {
  @PrimaryKey({ type: 'text', collation: 'C' }) id: string;
  @Property({ type: ArrayType, columnType: 'text[]' }) ownerIds: string[];
  @Property({ type: 'date' }) month: string;
  @Property({ type: 'bigint' }) calls: number;
  @Property({ type: 'bigint' }) tokens: number;
  @Property({ type: 'bigint' }) milliseconds: number;
  @Property({ type: 'decimal', precision: 20, scale: 9, runtimeType: 'number' }) cost: number;

  /** When the reservation lapses because its process counts as dead. */
  @Property({ type: 'timestamptz', length: 3, index: true }) expiresAt: Date;
}
