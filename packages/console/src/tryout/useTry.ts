import type { ChatStarted, JsonObject } from '@parley/client';
import { useCallback, useState } from 'react';
import { startTry } from './startTry.js';

/** A chat that is tried, and how. */
export interface Try {
  /** The group it begins in; undefined where the flow begins. */
  readonly groupId: string | undefined;
  readonly variables: JsonObject;
  /** Whether the chat is as wide as on a phone. */
  readonly width: 'phone' | 'desktop';
  /** The secret of the chat that is shown, once it has started. */
  readonly sessionId: string | undefined;
  /** Starts the chat; another function where it has to start again. */
  readonly start: () => Promise<ChatStarted>;
  /** Begins again, in another way where `next` says so. */
  begin(next?: Partial<Pick<Try, 'groupId' | 'variables'>>): void;
  setWidth(width: Try['width']): void;
}

/** A chat with the draft of a bot, which begins in the group. */
export function useTry(botId: string, from: string | undefined): Try {
  const [how, setHow] = useState<Pick<Try, 'groupId' | 'variables'>>({
    groupId: from,
    variables: {},
  });
  const [width, setWidth] = useState<Try['width']>('phone');
  const [sessionId, setSessionId] = useState<string>();
  const start = useCallback(async () => {
    const started = await startTry({ botId, ...how });
    setSessionId(started.sessionId);
    return started;
  }, [botId, how]);
  return {
    ...how,
    width,
    sessionId,
    start,
    begin: (next) => setHow((before) => ({ ...before, ...next })),
    setWidth,
  };
}
