import { Entity, ManyToOne, Property } from '@mikro-orm/decorators/legacy';
import { PrimaryKeyProp } from '@mikro-orm/core';
import type { WorkspaceRole } from './enums.js';
import { User } from './user.js';
import { Workspace } from './workspace.js';

/** A person's place in a workspace. */
@Entity({ tableName: 'member' })
export class Member {
  [PrimaryKeyProp]?: ['workspaceId', 'userId'];

  @ManyToOne({ entity: () => Workspace, fieldName: 'workspace_id', mapToPk: true, primary: true })
  workspaceId: string;

  @ManyToOne({ entity: () => User, fieldName: 'user_id', mapToPk: true, primary: true })
  userId: string;

  @Property({ type: 'text' })
  role: WorkspaceRole;

  @Property({ type: 'timestamptz', length: 3 })
  createdAt: Date;
}
