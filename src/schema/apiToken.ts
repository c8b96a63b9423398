import { Entity, Index, Property } from '@mikro-orm/decorators/legacy';
import { ID, ObjectType } from 'type-graphql';
import { Audited } from './audited.js';
import { IdField, Reference, TextField, TimeField } from './column.js';
import { TokenScope, type TokenKind } from './enums.js';
import { NullableField } from './field.js';
import { Node } from './node.js';
import { SignIn } from './signIn.js';
import { User } from './user.js';
import { Workspace } from './workspace.js';
import { Holds } from './queryCost.js';

/**
 * A credential of a person: the bearer token of a program or of a sign-in from another origin, the cookie of a browser, or a single-use
 * sign-in link. Only its SHA-256 is stored; the token itself is shown once.
 */
@Entity({ tableName: 'api_token' })
@Audited({
  kind: 'TOKEN',
  values: {
    name: 'row.name',
    scopes: 'row.scopes',
    expiresAt: 'row.expires_at',
    revokedAt: 'row.revoked_at',
  },
})
@ObjectType({ implements: Node, description: 'A token programs call in your name with.' })
export class ApiToken {
  @IdField('Its id.') id: string;
  @Reference(() => User, { index: true }) userId: string;
  @Property({ type: 'text', default: 'API' }) kind: TokenKind;
  @TextField('What you called it.') name: string;

  /** SHA-256 of the token, in hex. */
  @Property({ type: 'text', collation: 'C', unique: true }) hash: string;
  @TextField('Its first characters, to tell yours apart.') prefix: string;

  @Property({ type: 'json', columnType: 'json', nullable: true })
  @Holds(10)
  @NullableField(() => [TokenScope], 'What it may be used for; null: all that you may do.')
  scopes: TokenScope[] | null;

  @Reference(() => Workspace, { nullable: true, deleteRule: 'cascade' })
  @Index({ where: 'workspace_id is not null' })
  @NullableField(() => ID, 'The one workspace it may be used in; null: all of yours.')
  workspaceId: string | null;

  /** The sign-in to which an access token belongs; ending it deletes the token. */
  @Reference(() => SignIn, { nullable: true, deleteRule: 'cascade' })
  @Index({ where: 'sign_in_id is not null' })
  signInId: string | null;

  @TimeField('When it was made.') createdAt: Date;
  @TimeField('When it was last used, to the minute.', { nullable: true }) lastUsedAt: Date | null;

  @TimeField('Until when it works; null: until revoked.', { nullable: true })
  expiresAt: Date | null;

  @Property({ type: 'timestamptz', length: 3, nullable: true }) revokedAt: Date | null;
}
