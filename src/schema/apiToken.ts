import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { User } from './user.js';

/** A bearer token of a person. Only its SHA-256 is kept; the token itself is shown once (choices, "Authoring"). */
@Entity({ tableName: 'api_token' })
export class ApiToken {
  @PrimaryKey({ type: 'text' })
  id: string;

  @ManyToOne({ entity: () => User, fieldName: 'user_id', mapToPk: true })
  userId: string;

  @Property({ type: 'text' })
  name: string;

  /** SHA-256 of the token, in hex. */
  @Property({ type: 'text', unique: true })
  hash: string;

  /** The first characters of the token, by which people tell theirs apart. */
  @Property({ type: 'text' })
  prefix: string;

  @Property({ type: 'timestamptz', length: 3 })
  createdAt: Date;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  expiresAt: Date | null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  revokedAt: Date | null;
}
