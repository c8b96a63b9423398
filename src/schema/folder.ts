import { Entity, Index } from '@mikro-orm/decorators/legacy';
import { ID, ObjectType } from 'type-graphql';
import { Audited } from './audited.js';
import { IdField, Reference, TextField, TimeField } from './column.js';
import { Field, NullableField } from './field.js';
import { Node } from './node.js';
import { Workspace } from './workspace.js';

/** A folder for bots inside a workspace. */
@Entity({ tableName: 'folder' })
@Audited({ kind: 'FOLDER', values: { name: 'row.name', parentFolderId: 'row.parent_folder_id' } })
@Index({ name: 'folder_workspace_id', properties: ['workspaceId', 'parentFolderId'] })
@ObjectType({ implements: Node, description: 'A place for bots inside a workspace.' })
export class Folder {
  @IdField('Its id.') id: string;
  @Reference(() => Workspace) @Field(() => ID, 'The workspace it belongs to.') workspaceId: string;

  @Reference(() => Folder, { nullable: true, index: true })
  @NullableField(() => ID, 'The folder it is in; null at the root.')
  parentFolderId: string | null;

  @TextField('What people call it; may be empty.') name: string;
  @TimeField('When it was made.') createdAt: Date;
  @TimeField('When it was last changed.') updatedAt: Date;
}
