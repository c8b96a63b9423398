import { WatchExploration, type WatchExplorationSubscription } from '@parley/client/dashboard';
import { useEffect, useRef, useState } from 'react';
import { socket } from '../app/server.js';
import { t } from '../i18n/t.js';
import { sharedValue } from '../ui/sharedValue.js';

/** What an exploration of a draft has found so far. */
export type Exploration = WatchExplorationSubscription['flowExplored'];

const last = sharedValue<{ readonly botId: string; readonly found: Exploration }>();

/** The last exploration of a draft since the page was opened, and how another one is begun. It ends when the part that began it is left. */
export function useExploration(botId: string) {
  const known = last.use();
  const [fault, setFault] = useState<string>();
  const [isRunning, setRunning] = useState(false);
  const leave = useRef<() => void>(undefined);
  useEffect(() => () => leave.current?.(), []);
  const start = (): void => {
    last.set(undefined);
    setFault(undefined);
    setRunning(true);
    leave.current = socket.subscribe<WatchExplorationSubscription>(
      { query: WatchExploration, variables: { input: { botId, withTests: true } } },
      {
        next({ data, errors }) {
          if (data) last.set({ botId, found: data.flowExplored });
          else setFault(errors?.[0]?.message);
        },
        error: () => {
          setFault(t('The flow cannot be explored now. Try again in a moment.'));
          setRunning(false);
        },
        complete: () => setRunning(false),
      },
    );
  };
  return { found: known?.botId === botId ? known.found : undefined, fault, isRunning, start };
}
