import { Entity, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { IdField, Reference, TimeField } from './column.js';
import { TokenScope } from './enums.js';
import { Field, NullableField } from './field.js';
import { Node } from './node.js';
import { Holds } from './queryCost.js';
import { User } from './user.js';

/**
 * A person's sign-in to a client at another origin: a dashboard or a program (OAuth 2.0, docs/guide/sign-in-from-another-origin.md). It
 * begins with a code when the person agrees; redeeming the code sets its refresh token. Secrets are stored as SHA-256 in hex. Ending a
 * sign-in deletes it with its access tokens.
 */
@Entity({ tableName: 'sign_in' })
@ObjectType({
  implements: Node,
  description: 'A sign-in of yours from another origin, in a dashboard or a program.',
})
export class SignIn {
  @IdField('Its id.') id: string;
  @Reference(() => User, { index: true }) userId: string;

  @Property({ type: 'text' })
  @Field(() => String, {
    name: 'client',
    description: 'The dashboard or program, as the operator of this server calls it.',
  })
  clientId: string;

  @Property({ type: 'text' }) redirectUri: string;

  @Property({ type: 'json', columnType: 'json', nullable: true })
  @Holds(10)
  @NullableField(() => [TokenScope], 'What it may be used for; null: all that you may do.')
  scopes: TokenScope[] | null;

  /** The browser session in which the person agreed, as the id of its token. Signing out of it ends the sign-in. */
  @Property({ type: 'text', collation: 'C', index: true }) browserId: string;
  @Property({ type: 'text', collation: 'C', unique: true }) codeHash: string;

  /** The S256 code challenge, which the redeemer of the code must match (RFC 7636). */
  @Property({ type: 'text' }) codeChallenge: string;

  /** The hash of the family: the part that all refresh tokens of this sign-in share. Null until the code is redeemed. */
  @Property({ type: 'text', collation: 'C', nullable: true, unique: true })
  familyHash: string | null;

  /** The hash of the key of the current refresh token. */
  @Property({ type: 'text', nullable: true }) keyHash: string | null;

  /** The hash of the key of the previous refresh token. */
  @Property({ type: 'text', nullable: true }) previousKeyHash: string | null;

  /** The salt from which the key was derived together with the previous one, so that a retry gets the same key. */
  @Property({ type: 'text', nullable: true }) keySalt: string | null;
  @TimeField('When you agreed to it.') createdAt: Date;

  /** When the refresh token was last exchanged for another. */
  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, {
    name: 'lastUsedAt',
    description:
      'When it last renewed its access, which it does every ten minutes while it is used.',
  })
  refreshedAt: Date;

  /** When the code, or later the refresh token, expires. */
  @TimeField('When it ends unless it is used before.') expiresAt: Date;
}
