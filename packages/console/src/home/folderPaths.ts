import type { AllFoldersQuery } from '@parley/client/dashboard';

/** A folder among all of a workspace. */
export type Folder = NonNullable<NonNullable<AllFoldersQuery['workspace']>['allFolders']>[number];

/** A folder, and those that lead to it. */
interface FolderAtPath {
  readonly folder: Folder;
  /** The outermost first; the folder itself is the last. */
  readonly path: readonly Folder[];
  /** The names on the path, as one text. */
  readonly label: string;
}

/** The folders of a workspace with their paths, in the order of these. */
export function withPaths(folders: readonly Folder[]): readonly FolderAtPath[] {
  const byId = new Map(folders.map((folder) => [folder.id, folder]));
  const pathOf = (folder: Folder): readonly Folder[] => {
    const parent = byId.get(folder.parentFolderId ?? '');
    return [...(parent ? pathOf(parent) : []), folder];
  };
  return folders
    .map((folder) => {
      const path = pathOf(folder);
      return { folder, path, label: path.map(({ name }) => name).join(' › ') };
    })
    .sort((one, other) => one.label.localeCompare(other.label));
}
