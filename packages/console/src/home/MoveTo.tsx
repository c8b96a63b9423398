import type { ReactNode } from 'react';
import { t } from '../i18n/t.js';

/** A folder that something can be moved to. */
export interface FolderChoice {
  readonly id: string;
  readonly name: string;
}

/** A choice of where to move something; null is outside of all folders. */
export function MoveTo({
  folders,
  move,
}: {
  readonly folders: readonly FolderChoice[];
  readonly move: (folderId: string | null) => void;
}): ReactNode {
  return (
    <label>
      {t('Move to')}{' '}
      <select
        value=""
        onChange={({ target }) => move(target.value === 'root' ? null : target.value)}
      >
        <option value="" disabled>
          {t('a folder')}
        </option>
        <option value="root">{t('All bots')}</option>
        {folders.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
