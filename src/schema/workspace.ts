import { Check, Entity, Property } from '@mikro-orm/decorators/legacy';
import { ObjectType } from 'type-graphql';
import { Audited } from './audited.js';
import { BooleanField, IdField, TextField, TimeField } from './column.js';
import { connectionOf } from './connection.js';
import { PublishPolicy } from './enums.js';
import { Field } from './field.js';
import { Node } from './node.js';

/** A group of bots and of the people who may work on them. */
@Entity({ tableName: 'workspace' })
@Audited({
  kind: 'WORKSPACE',
  workspace: 'row.id',
  values: { name: 'row.name', icon: 'row.icon', publishPolicy: 'row.publish_policy' },
  // With a workspace, its audit log is deleted.
  events: ['insert', 'update'],
})
@Check({ name: 'workspace_spread_check', expression: 'spread >= 1 and spread <= 1024' })
@ObjectType({ implements: Node, description: 'Where bots live and who may work on them.' })
export class Workspace {
  @IdField('Its id.') id: string;
  @TextField('What people call it.') name: string;
  @TextField('An emoji or the address of an image.', { nullable: true }) icon: string | null;
  @TextField('Always FREE on a new workspace; nothing depends on it.') plan: string;

  @TextField('Who pays for it; nothing here fills it in.', { nullable: true })
  billingProviderId: string | null;

  @BooleanField('A suspended workspace runs no chats.') isSuspended: boolean;
  @BooleanField('A payment is late; nothing depends on it.') isPastDue: boolean;

  @Property({ type: 'boolean', default: false })
  @Field(() => Boolean, 'It was verified; nothing depends on it.')
  isVerified: boolean;

  @Property({ type: 'text', default: 'WARN' })
  @Field(() => PublishPolicy, {
    description:
      'What publishing does about errors and tests that fail, for its bots without a policy of their own.',
  })
  publishPolicy: PublishPolicy;

  /** The number of shard keys of its chats (`storage/shardKeys.ts`): 1 unless an operator sets more. */
  @Property({ type: 'integer', default: 1 }) spread: number;
  @TimeField('When it was made.') createdAt: Date;
  @TimeField('When it was last changed.') updatedAt: Date;
}

/** A page of workspaces. */
@ObjectType({ description: 'A page of workspaces.' })
export class WorkspaceConnection extends connectionOf(Workspace, 'Workspace') {}
