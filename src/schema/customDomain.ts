import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { DomainStatus } from './enums.js';
import { Node } from './node.js';
import { Workspace } from './workspace.js';

/** A host of a workspace that bots can be served at. */
@Entity({ tableName: 'custom_domain' })
@Index({ name: 'custom_domain_workspace_id', properties: ['workspaceId', 'name'] })
@ObjectType({ implements: Node, description: 'A host of a workspace that bots can answer at.' })
export class CustomDomain {
  @PrimaryKey({ type: 'text', collation: 'C' })
  @Field(() => ID, { description: 'Its id.' })
  id: string;

  @ManyToOne({ entity: () => Workspace, fieldName: 'workspace_id', mapToPk: true })
  @Field(() => ID, { description: 'The workspace it belongs to.' })
  workspaceId: string;

  @Property({ type: 'text', collation: 'C', unique: true })
  @Field(() => String, { description: 'The host, in lower case; unique on the server.' })
  name: string;

  @Property({ type: 'text' })
  @Field(() => DomainStatus, { description: 'What the last look-up found.' })
  status: DomainStatus;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was added.' })
  createdAt: Date;

  @Property({ type: 'timestamptz', length: 3, nullable: true })
  @Field(() => Date, { nullable: true, description: 'When it was last looked up; null: never.' })
  checkedAt: Date | null;
}
