import { commonFailure } from '../errors/commonFailure.js';
import { invalid } from '../errors/errors.js';
import { Bot } from '../schema/bot.js';
import { Folder } from '../schema/folder.js';
import { newId } from './newId.js';
import { oneAtATime } from './oneAtATime.js';
import type { Unit } from './orm.js';

/** Creates a folder. */
export async function createFolder(
  unit: Unit,
  made: Pick<Folder, 'workspaceId' | 'name' | 'parentFolderId'>,
): Promise<Folder> {
  const now = new Date();
  const folder = unit.create(Folder, { ...made, id: newId('fld'), createdAt: now, updatedAt: now });
  await unit.flush();
  return folder;
}

/** All folders of these workspaces, oldest first. */
export async function listFolders(unit: Unit, workspaceIds: readonly string[]): Promise<Folder[]> {
  const workspaceId = { $in: [...workspaceIds] };
  return unit.find(Folder, { workspaceId }, { orderBy: { id: 'asc' } });
}

/** The folders at the roots of these workspaces, oldest first. */
export async function listRootFolders(
  unit: Unit,
  workspaceIds: readonly string[],
): Promise<Folder[]> {
  const workspaceId = { $in: [...workspaceIds] };
  return unit.find(Folder, { workspaceId, parentFolderId: null }, { orderBy: { id: 'asc' } });
}

/** The folders inside these, by the folder they are in, oldest first; one statement for all. */
export async function findSubfolders(unit: Unit, folderIds: readonly string[]): Promise<Folder[]> {
  return unit.find(Folder, { parentFolderId: { $in: [...folderIds] } }, { orderBy: { id: 'asc' } });
}

/** The number of bots directly in each of these folders, without archived ones; folders without bots are absent. */
export async function countBotsIn(
  unit: Unit,
  folderIds: readonly string[],
): Promise<Map<string, number>> {
  const rows = await unit.execute<{ folder_id: string; count: number }[]>(
    `select folder_id, count(*)::int as count from bot
      where folder_id in (?) and not is_archived group by folder_id`,
    [[...folderIds]],
  );
  return new Map(rows.map(({ folder_id: folderId, count }) => [folderId, count]));
}

/**
 * Changes the name or the parent of a folder: absent is unchanged, a null parent is the root. Fails for a folder inside itself. The folders
 * of a workspace are moved one at a time, so that two moves cannot make a cycle together.
 */
export async function changeFolder(
  unit: Unit,
  folder: Folder,
  change: { name?: string; parentFolderId?: string | null },
): Promise<Folder> {
  return oneAtATime(unit, `folders ${folder.workspaceId}`, async (inner) => {
    const { id, workspaceId } = folder;
    const stored = await inner.findOne(Folder, { id, workspaceId }, { refresh: true });
    if (!stored) throw commonFailure('FOLDER_NOT_FOUND');
    const { parentFolderId } = change;
    if (parentFolderId) await assertOutside(inner, stored, parentFolderId);
    Object.assign(stored, change, { updatedAt: new Date() });
    return stored;
  });
}

/** Deletes a folder; its contents move to its parent. */
export async function deleteFolder(unit: Unit, folder: Folder): Promise<void> {
  const { id, workspaceId, parentFolderId } = folder;
  await unit.transactional(async (inner) => {
    await inner.nativeUpdate(Bot, { workspaceId, folderId: id }, { folderId: parentFolderId });
    await inner.nativeUpdate(Folder, { workspaceId, parentFolderId: id }, { parentFolderId });
    await inner.nativeDelete(Folder, { id, workspaceId });
  });
}

async function assertOutside(unit: Unit, folder: Folder, parentFolderId: string): Promise<void> {
  const rows = await unit.execute<{ id: string }[]>(
    `with recursive above as (
      select id, parent_folder_id from folder where id = ? and workspace_id = ?
      union
      select folder.id, folder.parent_folder_id from folder join above on folder.id = above.parent_folder_id
    ) select id from above`,
    [parentFolderId, folder.workspaceId],
  );
  const path = ['folder', 'parentFolderId'];
  if (rows.length === 0) throw invalid([{ path, message: 'Not a folder of this workspace' }]);
  if (rows.some(({ id }) => id === folder.id)) {
    throw invalid([{ path, message: 'A folder cannot be inside itself' }]);
  }
}
