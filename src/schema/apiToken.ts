import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Audited } from './audited.js';
import { TokenScope, type TokenKind } from './enums.js';
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
  @PrimaryKey({ type: 'text', collation: 'C' })
  @Field(() => ID, { description: 'Its id.' })
  id: string;

  @ManyToOne({ entity: () => User, fieldName: 'user_id', mapToPk: true, index: true })
  userId: string;

  @Property({ type: 'text', default: 'API' })
  kind: TokenKind;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'What you called it.' })
  name: string;

  /** SHA-256 of the token, in hex. */
  @Property({ type: 'text', collation: 'C', unique: true })
  hash: string;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'Its first characters, to tell yours apart.' })
  prefix: string;

  @Property({ type: 'json', columnType: 'json', nullable: true })
  @Holds(10)
  @Field(() => [TokenScope], {
    nullable: true,
    description: 'What it may be used for; null: all that you may do.',
  })
  scopes: TokenScope[] | null;

  @ManyToOne({
    entity: () => Workspace,
    fieldName: 'workspace_id',
    mapToPk: true,
    nullable: true,
    deleteRule: 'cascade',
  })
  @Index({ where: 'workspace_id is not null' })
  @Field(() => ID, {
    nullable: true,
    description: 'The one workspace it may be used in; null: all of yours.',
  })
  workspaceId: string | null;

  /** The sign-in to which an access token belongs; ending it deletes the token. */
  @ManyToOne({
    entity: () => SignIn,
    fieldName: 'sign_in_id',
    mapToPk: true,
    nullable: true,
    deleteRule: 'cascade',
  })
  @Index({ where: 'sign_in_id is not null' })
  signInId: string | null;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was made.' })
  createdAt: Date;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When it was last used, to the minute.' })
  lastUsedAt: Date | null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  @Field(() => Date, { nullable: true, description: 'Until when it works; null: until revoked.' })
  expiresAt: Date | null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  revokedAt: Date | null;
}
