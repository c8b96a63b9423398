import { Entity, Index, Property, Unique } from '@mikro-orm/decorators/legacy';
import { ID, ObjectType } from 'type-graphql';
import { Audited } from './audited.js';
import { IdField, Reference, TimeField } from './column.js';
import { DomainStatus } from './enums.js';
import { Field } from './field.js';
import { Node } from './node.js';
import { Workspace } from './workspace.js';

/** A host that a workspace claims, or holds once it has proven that the host is its own. Bots are served only at held hosts. */
@Entity({ tableName: 'custom_domain' })
@Audited({ kind: 'CUSTOM_DOMAIN', values: { name: 'row.name', heldSince: 'row.held_since' } })
@Unique({ name: 'custom_domain_workspace_id', properties: ['workspaceId', 'name'] })
@Unique({ name: 'custom_domain_held', properties: ['name'], where: 'held_since is not null' })
@Index({
  name: 'custom_domain_check_due',
  properties: ['checkDueAt'],
  where: 'check_due_at is not null',
})
@ObjectType({ implements: Node, description: 'A host of a workspace that bots can answer at.' })
export class CustomDomain {
  @IdField('Its id.') id: string;
  @Reference(() => Workspace) @Field(() => ID, 'The workspace it belongs to.') workspaceId: string;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => String, {
    description:
      'The host, in lower case. Other workspaces may list it, too; one of them holds it.',
  })
  name: string;

  @Property({ type: 'text' })
  @Field(() => DomainStatus, 'What the last look-up found.')
  status: DomainStatus;

  /** The value of the TXT record with which the owner of the domain proves that it belongs to this workspace. */
  @Property({ type: 'text', collation: 'C' }) proof: string;

  @TimeField(
    'Since when the workspace holds it, so that its bots answer there; null: it does not.',
    { nullable: true },
  )
  heldSince: Date | null;

  @TimeField(
    'Since when the TXT record that proves it is missing, while it is held; another workspace that proves the domain gets it then.',
    { nullable: true },
  )
  unprovenSince: Date | null;

  @TimeField('When the workspace lost it, because another one has proven it.', { nullable: true })
  lostAt: Date | null;

  @TimeField('When it was added.') createdAt: Date;
  @TimeField('When it was last looked up; null: never.', { nullable: true }) checkedAt: Date | null;

  /** When it is looked up again; null unless it is held. */
  @Property({ type: 'timestamptz', length: 3, nullable: true }) checkDueAt: Date | null;
}
