import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';

/** What one caller did within a minute, where several processes count together: the columns that rate-limiter-flexible asks for. */
@Entity({ tableName: 'rate_limit' })
export class RateLimit {
  @PrimaryKey({ type: 'string', length: 255, collation: 'C' })
  key: string;

  @Property({ type: 'integer', default: 0 })
  points: number;

  /** When the count begins again, in milliseconds since 1970. */
  @Property({ type: 'bigint', nullable: true, index: true })
  expire: string | null;
}
