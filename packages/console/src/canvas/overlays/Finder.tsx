import type { Flow } from '@parley/client';
import { type ReactNode, useMemo, useState } from 'react';
import { useFocusBack } from '../../ui/useFocusBack.js';
import { t } from '../../i18n/t.js';
import { search } from '../model/search.js';
import type { Kinds } from '../../blocks/kinds.js';
import type { Picked } from '../picked.js';

/** A search of the flow, whose hits one steps through. */
export function Finder({
  flow,
  kinds,
  select,
  close,
}: {
  readonly flow: Flow;
  readonly kinds: Kinds;
  readonly select: (parts: Partial<Picked>) => void;
  readonly close: () => void;
}): ReactNode {
  useFocusBack();
  const [words, setWords] = useState('');
  const [at, setAt] = useState(0);
  const hits = useMemo(() => search(flow, words, kinds), [flow, words, kinds]);
  const step = (by: number) => {
    const place = (at + by + hits.length) % (hits.length || 1);
    const hit = hits[place];
    setAt(place);
    if (hit)
      select(hit.blockId === undefined ? { groupIds: [hit.groupId] } : { blockId: hit.blockId });
  };
  return (
    <search className="finder">
      <input
        type="search"
        aria-label={t('Search in the flow')}
        placeholder={t('Text, variable, block or id')}
        autoFocus
        value={words}
        onChange={({ target }) => {
          setWords(target.value);
          setAt(-1);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
          if (event.key === 'Escape') close();
        }}
      />
      <output>
        {words.trim() === ''
          ? ''
          : t('{some} of {all}', { some: Math.max(at + 1, 0), all: hits.length })}
      </output>
      <button type="button" onClick={() => step(-1)} aria-label={t('Previous hit')}>
        ↑
      </button>
      <button type="button" onClick={() => step(1)} aria-label={t('Next hit')}>
        ↓
      </button>
      <button type="button" onClick={close} aria-label={t('Close the search')}>
        ×
      </button>
    </search>
  );
}
