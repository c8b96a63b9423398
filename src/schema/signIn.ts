import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { TokenScope } from './enums.js';
import { Node } from './node.js';
import { Holds } from './queryCost.js';
import { User } from './user.js';

/**
 * A person's sign-in from another origin, in a dashboard or a program (OAuth 2.0, docs/guide/sign-in-from-another-origin.md).
 * It begins when the person agrees: then only its code is known. Redeeming the code sets its refresh token. Secrets are stored
 * as SHA-256 in hex. A sign-in that ended is deleted, and its access tokens with it.
 */
@Entity({ tableName: 'sign_in' })
@ObjectType({
  implements: Node,
  description: 'A sign-in of yours from another origin, in a dashboard or a program.',
})
export class SignIn {
  @PrimaryKey({ type: 'text', collation: 'C' })
  @Field(() => ID, { description: 'Its id.' })
  id: string;

  @ManyToOne({ entity: () => User, fieldName: 'user_id', mapToPk: true, index: true })
  userId: string;

  @Property({ type: 'text' })
  @Field(() => String, {
    name: 'client',
    description: 'The dashboard or program, as the operator of this server calls it.',
  })
  clientId: string;

  @Property({ type: 'text' })
  redirectUri: string;

  @Property({ type: 'json', columnType: 'json', nullable: true })
  @Holds(10)
  @Field(() => [TokenScope], {
    nullable: true,
    description: 'What it may be used for; null: all that you may do.',
  })
  scopes: TokenScope[] | null;

  /** The browser's session in which the person agreed, as a token's id: signing out there ends the sign-in. */
  @Property({ type: 'text', collation: 'C', index: true })
  browserId: string;

  @Property({ type: 'text', collation: 'C', unique: true })
  codeHash: string;

  /** The S256 challenge that the redeemer of the code must match (RFC 7636). */
  @Property({ type: 'text' })
  codeChallenge: string;

  /** Of the part that all refresh tokens of this sign-in share; null until the code is redeemed. */
  @Property({ type: 'text', collation: 'C', nullable: true, unique: true })
  familyHash: string | null;

  /** Of the part of the refresh token that works now. */
  @Property({ type: 'text', nullable: true })
  keyHash: string | null;

  /** Of the same part of the token before it. */
  @Property({ type: 'text', nullable: true })
  previousKeyHash: string | null;

  /** The random text with which the key was derived from the one before it, so that a retry gets the same one. */
  @Property({ type: 'text', nullable: true })
  keySalt: string | null;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When you agreed to it.' })
  createdAt: Date;

  /** When the refresh token was last exchanged for another. */
  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, {
    name: 'lastUsedAt',
    description:
      'When it last renewed its access, which it does every ten minutes while it is used.',
  })
  refreshedAt: Date;

  /** Until when the code, later the refresh token, works. */
  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it ends unless it is used before.' })
  expiresAt: Date;
}
