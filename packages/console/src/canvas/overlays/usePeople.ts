import { randomKey } from '@parley/client';
import {
  ShowPresence,
  WatchEditors,
  type WatchEditorsSubscription,
} from '@parley/client/dashboard';
import { useEffect, useMemo } from 'react';
import { useSubscription } from 'urql';
import { client } from '../../app/server.js';
import type { Picked } from '../picked.js';

/** Milliseconds after the last selection before the others are shown it. */
const PAUSE = 250;

const clientId = randomKey();

/** Who else is at which group, as names for people; shows the others what is selected here. */
export function usePeople(
  botId: string,
  { groupIds, blockId }: Picked,
): ReadonlyMap<string, string> {
  const [{ data }] = useSubscription<WatchEditorsSubscription>({
    query: WatchEditors,
    variables: { botId, clientId },
  });
  const groupId = groupIds[0] ?? null;
  useEffect(() => {
    const timer = setTimeout(() => {
      // Whether it arrives matters to nobody: the next selection is shown again.
      void client
        .mutation(ShowPresence, { input: { botId, clientId, groupId, blockId: blockId ?? null } })
        .toPromise();
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [botId, groupId, blockId]);
  return useMemo(() => {
    const names = new Map<string, string>();
    for (const editor of data?.editorsOf ?? []) {
      if (editor.clientId === clientId || editor.groupId === null) continue;
      const name = editor.user?.name ?? 'Somebody';
      const before = names.get(editor.groupId);
      names.set(editor.groupId, before === undefined ? name : `${before}, ${name}`);
    }
    return names;
  }, [data]);
}
