import {
  Entity,
  Index,
  ManyToOne,
  PrimaryKey,
  Property,
  Unique,
} from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Audited } from './audited.js';
import { DomainStatus } from './enums.js';
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
  @PrimaryKey({ type: 'text', collation: 'C' })
  @Field(() => ID, { description: 'Its id.' })
  id: string;

  @ManyToOne({ entity: () => Workspace, fieldName: 'workspace_id', mapToPk: true })
  @Field(() => ID, { description: 'The workspace it belongs to.' })
  workspaceId: string;

  @Property({ type: 'text', collation: 'C' })
  @Field(() => String, {
    description:
      'The host, in lower case. Other workspaces may list it, too; one of them holds it.',
  })
  name: string;

  @Property({ type: 'text' })
  @Field(() => DomainStatus, { description: 'What the last look-up found.' })
  status: DomainStatus;

  /** The value of the TXT record with which the owner of the domain proves that it belongs to this workspace. */
  @Property({ type: 'text', collation: 'C' })
  proof: string;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  @Field(() => Date, {
    nullable: true,
    description:
      'Since when the workspace holds it, so that its bots answer there; null: it does not.',
  })
  heldSince: Date | null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  @Field(() => Date, {
    nullable: true,
    description:
      'Since when the TXT record that proves it is missing, while it is held; another workspace that proves the domain gets it then.',
  })
  unprovenSince: Date | null;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  @Field(() => Date, {
    nullable: true,
    description: 'When the workspace lost it, because another one has proven it.',
  })
  lostAt: Date | null;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was added.' })
  createdAt: Date;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When it was last looked up; null: never.' })
  checkedAt: Date | null;

  /** When it is looked up again; null unless it is held. */
  @Property({ type: 'timestamptz', length: 3, nullable: true })
  checkDueAt: Date | null;
}
