import { BigIntType } from '@mikro-orm/core';
import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { connectionOf } from './connection.js';
import { AuditAction, AuditKind } from './enums.js';
import { User } from './user.js';
import { Workspace } from './workspace.js';

/** A write of a person to something of a workspace. Triggers insert it (`audited.ts`). */
@Entity({ tableName: 'audit_entry' })
@Index({ name: 'audit_entry_list', properties: ['workspaceId', 'position'] })
@Index({ name: 'audit_entry_subject', properties: ['subjectId', 'position'] })
@Index({ name: 'audit_entry_actor', properties: ['actorId', 'position'] })
@ObjectType({ description: 'What somebody did to something of a workspace.' })
export class AuditEntry {
  /** The order of writing. */
  @PrimaryKey({ type: new BigIntType('number'), autoincrement: true })
  position: number;

  @ManyToOne({ entity: () => Workspace, fieldName: 'workspace_id', mapToPk: true })
  workspaceId: string;

  /** Null once that person is deleted. */
  @ManyToOne({ entity: () => User, fieldName: 'actor_id', mapToPk: true, nullable: true })
  actorId: string | null;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => ID, {
    description: 'The token that it was done with; that of a browser, too. It may be gone.',
  })
  tokenId: string;

  @Property({ type: 'text', nullable: true })
  @Field(() => String, {
    nullable: true,
    description: 'What its owner called the token at that time; null for that of a sign-in.',
  })
  tokenName: string | null;

  @Property({ type: 'text', collation: 'C', nullable: true })
  @Field(() => ID, {
    nullable: true,
    description: 'The sign-in from another origin that it was done in; null where it was none.',
  })
  signInId: string | null;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'The mutation, or `connectAccount` for that page.' })
  operation: string;

  @Property({ type: 'text' })
  @Field(() => AuditAction, { description: 'What became of it.' })
  action: AuditAction;

  @Property({ type: 'text' })
  @Field(() => AuditKind, { description: 'What kind of thing it is.' })
  kind: AuditKind;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => ID, {
    description:
      'Its id; of memberships and shares that of the person, of results that of the bot.',
  })
  subjectId: string;

  @Property({ type: 'text', nullable: true })
  subjectName: string | null;

  @Property({ type: 'json', columnType: 'json', nullable: true })
  before: unknown;

  @Property({ type: 'json', columnType: 'json', nullable: true })
  after: unknown;

  @Property({ type: 'timestamptz', length: 3, index: true })
  @Field(() => Date, { description: 'When it was done.' })
  createdAt: Date;
}

/** A page of the audit log. */
@ObjectType({ description: 'A page of an audit log.' })
export class AuditEntryConnection extends connectionOf(AuditEntry, 'AuditEntry') {}
