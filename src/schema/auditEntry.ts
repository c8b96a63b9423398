import { BigIntType } from '@mikro-orm/core';
import { Entity, Index, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { ID, ObjectType } from 'type-graphql';
import { Reference, TextField, TimeField } from './column.js';
import { connectionOf } from './connection.js';
import { AuditAction, AuditKind } from './enums.js';
import { Field, NullableField } from './field.js';
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
  @PrimaryKey({ type: new BigIntType('number'), autoincrement: true }) position: number;
  @Reference(() => Workspace) workspaceId: string;

  /** Null once that person is deleted. */
  @Reference(() => User, { nullable: true }) actorId: string | null;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => ID, 'The token that it was done with; that of a browser, too. It may be gone.')
  tokenId: string;

  @TextField('What its owner called the token at that time; null for that of a sign-in.', {
    nullable: true,
  })
  tokenName: string | null;

  @Property({ type: 'text', collation: 'C', nullable: true })
  @NullableField(() => ID, {
    description: 'The sign-in from another origin that it was done in; null where it was none.',
  })
  signInId: string | null;

  @TextField('The mutation, or `connectAccount` for that page.') operation: string;
  @Property({ type: 'text' }) @Field(() => AuditAction, 'What became of it.') action: AuditAction;
  @Property({ type: 'text' }) @Field(() => AuditKind, 'What kind of thing it is.') kind: AuditKind;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => ID, {
    description:
      'Its id; of memberships and shares that of the person, of results that of the bot.',
  })
  subjectId: string;

  @Property({ type: 'text', nullable: true }) subjectName: string | null;
  @Property({ type: 'json', columnType: 'json', nullable: true }) before: unknown;
  @Property({ type: 'json', columnType: 'json', nullable: true }) after: unknown;
  @TimeField('When it was done.', { index: true }) createdAt: Date;
}

/** A page of the audit log. */
@ObjectType({ description: 'A page of an audit log.' })
export class AuditEntryConnection extends connectionOf(AuditEntry, 'AuditEntry') {}
