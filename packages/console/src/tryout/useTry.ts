import type { ChatStarted } from '@parley/client';
import { SetBreakpoints } from '@parley/client/dashboard';
import { useCallback, useRef, useState } from 'react';
import { change, Refused, wordsOf } from '../app/change.js';
import { settled } from '../draft/draftState.js';
import { useDraft } from '../draft/useDraft.js';
import { branchTry, breakpointsAt, type Branch, startTry, type TryOptions } from './startTry.js';

/** What the person chooses of how a chat begins. */
interface Beginning extends Omit<TryOptions, 'botId' | 'blockIds'> {
  /** The chat and turn that it goes on from instead. */
  readonly branch?: Branch | undefined;
}

/** A chat that is tried, and how. */
export interface Try extends Beginning {
  /** Whether the chat is as wide as on a phone. */
  readonly width: 'phone' | 'desktop';
  /** The secret of the chat that is shown, once it has started. */
  readonly sessionId: string | undefined;
  /** The blocks before which it pauses. */
  readonly breakpoints: readonly string[];
  /** Why the server does not pause before these. */
  readonly fault: string;
  /** How many answers the server has taken. */
  readonly replies: number;
  /** Starts the chat; another function where it has to start again. */
  readonly start: () => Promise<ChatStarted>;
  readonly onReplied: () => void;
  /** Begins again, in another way where `next` says so. */
  begin(next?: Partial<Beginning>): void;
  setWidth(width: Try['width']): void;
  setBreakpoints(blockIds: readonly string[]): void;
}

/** A chat with the draft of a bot, which begins in the group and language. */
export function useTry(botId: string, from: Pick<Beginning, 'groupId' | 'locale'>): Try {
  const [how, setHow] = useState<Beginning>({ ...from, variables: {} });
  const [width, setWidth] = useState<Try['width']>('phone');
  const [sessionId, setSessionId] = useState<string>();
  const [breakpoints, setBreakpoints] = useState<readonly string[]>([]);
  const [fault, setFault] = useState('');
  const [replies, setReplies] = useState(0);
  // What the next start has, without being a reason for it.
  const known = useRef<{ breakpoints: readonly string[]; bot?: ChatStarted['bot'] }>({
    breakpoints: [],
  });
  const draft = useDraft();
  const start = useCallback(async () => {
    // The server starts what is stored.
    await settled(draft);
    const { breakpoints: blockIds, bot } = known.current;
    const { branch, ...rest } = how;
    const started =
      branch && bot
        ? { ...(await branchTry(branch, blockIds)), bot }
        : await startTry({ botId, ...rest, blockIds });
    known.current = { ...known.current, bot: started.bot };
    setSessionId(started.sessionId);
    return started;
  }, [botId, how, draft]);
  return {
    ...how,
    ...{ width, sessionId, breakpoints, fault, replies, start, setWidth },
    onReplied: useCallback(() => setReplies((before) => before + 1), []),
    begin: (next) => setHow((before) => ({ ...before, branch: undefined, ...next })),
    setBreakpoints(blockIds) {
      const keep = (kept: readonly string[]): void => {
        setBreakpoints(kept);
        known.current = { ...known.current, breakpoints: kept };
      };
      keep(blockIds);
      setFault('');
      if (sessionId === undefined) return;
      const input = { sessionId, breakpoints: breakpointsAt(blockIds) };
      change(SetBreakpoints, { input }).catch((error: unknown) => {
        // Where it is refused, because the chat is over, they count from the next start.
        if (error instanceof Refused && error.faults.length > 0) return;
        keep(breakpoints);
        setFault(wordsOf(error));
      });
    },
  };
}
