import { type PointerEvent, type ReactNode, useMemo, useState } from 'react';
import { searched } from '../../ui/Chooser.js';
import { t } from '../../i18n/t.js';
import { useBoard } from '../draw/board.js';
import { kindChoices } from '../draw/kindChoices.js';
import type { Kind } from '../../blocks/kinds.js';

/** The kinds of blocks beside the canvas: to drag into a group or onto an empty place, or to add by a click. */
export function BlockPanel({
  begin,
  add,
}: {
  /** Begins to drag a new block of a kind. */
  readonly begin: (kind: Kind, event: PointerEvent) => void;
  readonly add: (kind: Kind) => void;
}): ReactNode {
  const { kinds } = useBoard();
  const [search, setSearch] = useState('');
  const all = useMemo(() => kindChoices(kinds), [kinds]);
  const found = useMemo(() => searched(all, search), [all, search]);
  return (
    <section className="blockPanel" aria-label={t('Blocks to add')}>
      <input
        type="search"
        aria-label={t('Search blocks')}
        placeholder={t('Search blocks')}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <ul>
        {found.map(({ id, label, help, icon, section }, place) => {
          const kind = kinds.get(id);
          return kind ? (
            <li key={id}>
              {search === '' && section !== found[place - 1]?.section ? <h3>{section}</h3> : null}
              <button
                type="button"
                className="plain"
                title={help?.replaceAll('`', '')}
                onPointerDown={(event) => begin(kind, event)}
                // A pointer has begun a drag, which ends as a click where it did not move.
                onClick={({ detail }) => detail === 0 && add(kind)}
              >
                <span aria-hidden="true">{icon}</span>
                {label}
              </button>
            </li>
          ) : null;
        })}
      </ul>
      {found.length === 0 ? <p className="empty">{t('Nothing matches')}</p> : null}
    </section>
  );
}
