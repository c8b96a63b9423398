import { WorkspaceRole } from '../schema/enums.js';
import { Folder } from '../schema/folder.js';
import { Member } from '../schema/member.js';
import { Workspace } from '../schema/workspace.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** Makes a workspace with its first admin. Two workspaces may share a name (choices, "Authoring"). */
export async function createWorkspace(
  unit: Unit,
  made: { name: string; icon: string | null; userId: string },
): Promise<Workspace> {
  const now = new Date();
  const workspace = unit.create(Workspace, {
    id: newId('wks'),
    name: made.name,
    icon: made.icon,
    plan: 'FREE',
    billingProviderId: null,
    isSuspended: false,
    isPastDue: false,
    isVerified: null,
    createdAt: now,
    updatedAt: now,
  });
  unit.create(Member, {
    workspaceId: workspace.id,
    userId: made.userId,
    role: WorkspaceRole.ADMIN,
    createdAt: now,
  });
  await unit.flush();
  return workspace;
}

/** Whether this is a folder of the workspace. */
export async function hasFolder(
  unit: Unit,
  workspaceId: string,
  folderId: string,
): Promise<boolean> {
  return (await unit.count(Folder, { id: folderId, workspaceId })) > 0;
}
