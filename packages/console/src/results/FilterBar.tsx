import type { ReactNode } from 'react';
import { Choice } from '../ui/Choice.js';
import { VersionChoice } from '../versions/VersionChoice.js';
import { type Filter, TIMES } from './resultFilter.js';
import { t } from '../i18n/t.js';

/** Searches, and selects by time, version and completion; beside it is what can be done with the results. */
export function FilterBar({
  botId,
  filter,
  filterBy,
  children,
}: {
  readonly botId: string;
  readonly filter: Filter;
  readonly filterBy: (part: Partial<Filter>) => void;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <div className="tools filters">
      <input
        type="search"
        aria-label={t('Search results')}
        placeholder={t('Search results')}
        value={filter.search}
        onChange={({ target }) => filterBy({ search: target.value })}
      />
      <Choice
        label={t('Time')}
        options={TIMES}
        value={filter.timeFilter}
        choose={(timeFilter) => filterBy({ timeFilter })}
      />
      <VersionChoice
        botId={botId}
        label={t('Version')}
        none={t('All versions')}
        value={filter.versionId}
        choose={(versionId) => filterBy({ versionId })}
      />
      <label>
        <input
          type="checkbox"
          checked={filter.isCompleted === true}
          onChange={({ target }) => filterBy({ isCompleted: target.checked ? true : null })}
        />{' '}
        {t('Completed only')}
      </label>
      <span className="spring" />
      {children}
    </div>
  );
}
