import { Entity, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Reference } from './column.js';
import { User } from './user.js';

/** A sign-in link that was e-mailed. Who opens it and presses its button has proven that the address is theirs. */
@Entity({ tableName: 'email_sign_in' })
export class EmailSignIn {
  /** SHA-256 of the code in the link, in hex. */
  @PrimaryKey({ type: 'text', collation: 'C' }) hash: string;

  /** In lower case. */
  @Property({ type: 'text' }) email: string;

  /** The signed-in person who verifies their address; null for a link that signs somebody in. */
  @Reference(() => User, { nullable: true, deleteRule: 'cascade' }) userId: string | null;
  @Property({ type: 'timestamptz', length: 3, index: true }) expiresAt: Date;
}
