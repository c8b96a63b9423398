import type { ReactNode } from 'react';
import { useDraftState } from '../draft/useDraft.js';
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
    <div className="tryBar" role="toolbar" aria-label="Try">
      <select
        aria-label="Begin at"
        value={tried.groupId ?? ''}
        onChange={({ target }) => tried.begin({ groupId: target.value || undefined })}
      >
        <option value="">From the start</option>
        {groups.map((group) => (
          <option key={group.id} value={group.id}>
            {String(group['title'] ?? group.id)}
          </option>
        ))}
      </select>
      <Starting tried={tried} />
      {isBeside ? null : (
        <div className="segments" role="group" aria-label="Width">
          {(['phone', 'desktop'] as const).map((width) => (
            <button
              key={width}
              type="button"
              aria-pressed={tried.width === width}
              onClick={() => tried.setWidth(width)}
            >
              {width === 'phone' ? 'Phone' : 'Desktop'}
            </button>
          ))}
        </div>
      )}
      <button type="button" onClick={() => tried.begin()}>
        Restart
      </button>
      {children}
    </div>
  );
}
