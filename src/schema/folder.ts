import { Entity, Index, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Field, ID, ObjectType } from 'type-graphql';
import { Audited } from './audited.js';
import { Node } from './node.js';
import { Workspace } from './workspace.js';

/** A folder for bots inside a workspace. */
@Entity({ tableName: 'folder' })
@Audited({
  kind: 'FOLDER',
  values: { name: 'row.name', parentFolderId: 'row.parent_folder_id' },
})
@Index({ name: 'folder_workspace_id', properties: ['workspaceId', 'parentFolderId'] })
@ObjectType({ implements: Node, description: 'A place for bots inside a workspace.' })
export class Folder {
  @PrimaryKey({ type: 'text', collation: 'C' })
  @Field(() => ID, { description: 'Its id.' })
  id: string;

  @ManyToOne({ entity: () => Workspace, fieldName: 'workspace_id', mapToPk: true })
  @Field(() => ID, { description: 'The workspace it belongs to.' })
  workspaceId: string;

  @ManyToOne({
    entity: () => Folder,
    fieldName: 'parent_folder_id',
    mapToPk: true,
    nullable: true,
    index: true,
  })
  @Field(() => ID, { nullable: true, description: 'The folder it is in; null at the root.' })
  parentFolderId: string | null;

  @Property({ type: 'text' })
  @Field(() => String, { description: 'What people call it; may be empty.' })
  name: string;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was made.' })
  createdAt: Date;

  @Property({ type: 'timestamptz', length: 3 })
  @Field(() => Date, { description: 'When it was last changed.' })
  updatedAt: Date;
}
