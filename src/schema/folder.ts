import { Entity, ManyToOne, PrimaryKey, Property } from '@mikro-orm/decorators/legacy';
import { Workspace } from './workspace.js';

/** A place for bots inside a workspace (interface §2, "Folder"). */
@Entity({ tableName: 'folder' })
export class Folder {
  @PrimaryKey({ type: 'text' })
  id: string;

  @ManyToOne({ entity: () => Workspace, fieldName: 'workspace_id', mapToPk: true })
  workspaceId: string;

  @Property({ type: 'text', nullable: true })
  parentFolderId: string | null;

  @Property({ type: 'text' })
  name: string;

  @Property({ type: 'timestamptz', length: 3 })
  createdAt: Date;

  @Property({ type: 'timestamptz', length: 3 })
  updatedAt: Date;
}
