import type { ReactNode } from 'react';
import { useDraftState } from '../draft/useDraft.js';
import { t } from '../i18n/t.js';
import { Starting } from './Starting.js';
import type { Try } from './useTry.js';

/** Where the chat begins, with which variables, and how wide it is. */
export function TryBar({
  tried,
  isBeside,
  children,
}: {
  readonly tried: Try;
  readonly isBeside: boolean;
  readonly children: ReactNode;
}): ReactNode {
  const groups = useDraftState(({ flow }) => flow.groups);
  return (
    <div className="tryBar" role="toolbar" aria-label={t('Try')}>
      <select
        aria-label={t('Begin at')}
        value={tried.groupId ?? ''}
        onChange={({ target }) => tried.begin({ groupId: target.value || undefined })}
      >
        <option value="">{t('From the start')}</option>
        {groups.map((group) => (
          <option key={group.id} value={group.id}>
            {String(group['title'] ?? group.id)}
          </option>
        ))}
      </select>
      <Starting tried={tried} />
      {isBeside ? null : (
        <div className="segments" role="group" aria-label={t('Width')}>
          {(['phone', 'desktop'] as const).map((width) => (
            <button
              key={width}
              type="button"
              aria-pressed={tried.width === width}
              onClick={() => tried.setWidth(width)}
            >
              {width === 'phone' ? t('Phone') : t('Desktop')}
            </button>
          ))}
        </div>
      )}
      <button type="button" onClick={() => tried.begin()}>
        {t('Restart')}
      </button>
      {children}
    </div>
  );
}
