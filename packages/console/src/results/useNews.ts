import { WatchResults, type WatchResultsSubscription } from '@parley/client/dashboard';
import { useEffect, useRef, useState } from 'react';
import { useSubscription } from 'urql';
import { argumentsOf, type Filter } from './resultFilter.js';

const NONE: Readonly<Record<'came' | 'gone', ReadonlySet<string>>> = {
  came: new Set(),
  gone: new Set(),
};

/**
 * What happened since the table was read: how many results came, and which are gone, erased or with other values. Those that are shown change in
 * place, because the cache has each once. `reload` is called where the table must be read again.
 */
export function useNews(botId: string, filter: Filter, reload: () => void) {
  const asked = argumentsOf(filter);
  const of = JSON.stringify(asked);
  const [news, setNews] = useState({ of, ...NONE });
  // Of other results there are none yet.
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
      setNews((known) => ({ ...known, ...withChange(known, resultChanged) }));
    else if (watched.current === of) reload();
    // The table is being read when this begins.
    else watched.current = of;
  }, [data]);
  return { ...news, forget: () => setNews({ of, ...NONE }) };
}

/** A result is new for a minute; one that goes on later is in the table already. In milliseconds. */
const RECENT = 60_000;

function withChange(
  known: typeof NONE,
  { changed, removedIds }: WatchResultsSubscription['resultChanged'],
): typeof NONE {
  const gone = new Set([...known.gone, ...removedIds]);
  for (const { id } of changed) gone.delete(id);
  const since = changed.filter(({ createdAt }) => Date.now() - Date.parse(createdAt) < RECENT);
  const came = [...known.came, ...since.map(({ id }) => id)].filter((id) => !gone.has(id));
  return { came: new Set(came), gone };
}
