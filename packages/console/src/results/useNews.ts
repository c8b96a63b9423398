import { WatchResults, type WatchResultsSubscription } from '@parley/client/dashboard';
import { useEffect, useRef, useState } from 'react';
import { useSubscription } from 'urql';
import { argumentsOf, type Filter } from './resultFilter.js';

const NONE: Readonly<Record<'came' | 'gone', ReadonlySet<string>>> = {
  came: new Set(),
  gone: new Set(),
};

/** The table as it was read. */
interface Table {
  /** Whether it has a result, on the first page or a later one. */
  isInTable(result: Dated): boolean;
  reload(): void;
}

/** A result, and when it began. */
export interface Dated {
  readonly id: string;
  readonly createdAt: string;
}

/**
 * What happened since the table was read: how many results came, and which are gone, erased or with other values. Those that are shown change in
 * place, because the cache has each once. `reload` is called where the table must be read again.
 */
export function useNews(
  { botId, filter }: { readonly botId: string; readonly filter: Filter },
  { isInTable, reload }: Table,
) {
  const asked = argumentsOf(filter);
  const of = JSON.stringify(asked);
  const [news, setNews] = useState({ of, ...NONE });
  // Another filter starts without news.
  if (news.of !== of) setNews({ of, ...NONE });
  const [{ data }] = useSubscription<WatchResultsSubscription>({
    query: WatchResults,
    variables: { botId, ...asked },
  });
  const watched = useRef<string>(undefined);
  useEffect(() => {
    if (!data) return;
    const { resultChanged } = data;
    if (!resultChanged.mustReload)
      setNews((known) => ({ ...known, ...withChange(known, resultChanged, isInTable) }));
    else if (watched.current === of) reload();
    // The table is being read when this begins.
    else watched.current = of;
  }, [data]);
  return { ...news, forget: () => setNews({ of, ...NONE }) };
}

function withChange(
  known: typeof NONE,
  { changed, removedIds }: WatchResultsSubscription['resultChanged'],
  isInTable: Table['isInTable'],
): typeof NONE {
  const gone = new Set([...known.gone, ...removedIds]);
  for (const { id } of changed) gone.delete(id);
  const since = changed.filter((one) => !isInTable(one));
  const came = [...known.came, ...since.map(({ id }) => id)].filter((id) => !gone.has(id));
  return { came: new Set(came), gone };
}
