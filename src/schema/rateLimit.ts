import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/**
 * The count of one caller's requests within a minute, shared by several processes. The columns are those that rate-limiter-flexible
 * requires.
 */
@Entity({ tableName: 'rate_limit' })
export class RateLimit {
  @PrimaryKey({ type: 'string', length: 255, collation: 'C' }) key: string;
  @Property({ type: 'integer', default: 0 }) points: number;

  /** When the count is reset, in milliseconds since 1970. */
  @Property({ type: 'bigint', nullable: true, index: true }) expire: string | null;
}
