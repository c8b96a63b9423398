import {
  ReadTrace,
  type ReadTraceQuery,
  WatchTrace,
  type WatchTraceSubscription,
} from '@parley/client/dashboard';
import { useCallback, useEffect, useState } from 'react';
import { client, socket } from '../app/server.js';
import { t } from '../i18n/t.js';

/** A turn of a chat, with what happened in it. */
export type Turn = WatchTraceSubscription['chatTrace'];

/** What can be seen of a chat. */
export interface Trace {
  readonly turns: readonly Turn[];
  /** The chat after its last turn, or in the middle of one that is paused. */
  readonly now: ReadTraceQuery['chatTrace'] | undefined;
  readonly fault: string | undefined;
  /** Reads again where the chat is. */
  look(): void;
}

/** Follows the turns of a chat as they come, from its first. */
export function useTrace(sessionId: string): Trace {
  const [turns, setTurns] = useState<readonly Turn[]>([]);
  const [now, setNow] = useState<Trace['now']>();
  const [fault, setFault] = useState<string>();
  const last = turns.at(-1)?.turn ?? 0;
  const look = useCallback(() => {
    const variables = { sessionId, after: last };
    void client
      .query(ReadTrace, variables, { requestPolicy: 'network-only' })
      .toPromise()
      .then(({ data, error }) => {
        if (data) {
          setNow(data.chatTrace);
          setTurns((before) => data.chatTrace.turns.reduce(withTurn, before));
        }
        setFault(error?.graphQLErrors[0]?.message);
      });
  }, [sessionId, last]);
  // After each turn, too, because `look` is then another one.
  useEffect(look, [look]);
  useEffect(() => {
    setTurns([]);
    return socket.subscribe<WatchTraceSubscription>(
      { query: WatchTrace, variables: { sessionId, after: 0 } },
      {
        next: ({ data }) => {
          if (data) setTurns((before) => withTurn(before, data.chatTrace));
        },
        error: () => setFault(t('This chat cannot be followed.')),
        complete: () => undefined,
      },
    );
  }, [sessionId]);
  return { turns, now, fault, look };
}

/** The turns with one more; after a lost connection those that are known come again. */
function withTurn(turns: readonly Turn[], turn: Turn): readonly Turn[] {
  return [...turns.filter((one) => one.turn !== turn.turn), turn].sort((a, b) => a.turn - b.turn);
}
