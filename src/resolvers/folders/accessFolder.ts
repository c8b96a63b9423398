import { accessWorkspace, type Intent } from '../../auth/access.js';
import type { Context } from '../../context/context.js';
import { commonFailure } from '../../errors/commonFailure.js';
import { Folder } from '../../schema/folder.js';
import type { Unit } from '../../storage/orm.js';

/** Loads a folder of this workspace for a caller with the right `intent`. A folder of another workspace fails like a missing one. */
export async function accessFolder(
  unit: Unit,
  context: Context,
  sought: { workspaceId: string; folderId: string; intent: Intent },
): Promise<Folder> {
  const { workspaceId, folderId, intent } = sought;
  await accessWorkspace(unit, { caller: await context.caller(), workspaceId, intent });
  const folder = await unit.findOne(Folder, { id: folderId, workspaceId });
  if (!folder) throw commonFailure('FOLDER_NOT_FOUND');
  return folder;
}
