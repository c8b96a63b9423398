import { useEffect, useRef, useState } from 'react';
import { wordsOf } from '../app/change.js';
import { isAtRest, newSearch, resumed, type Search, sendNext } from './findVisitor.js';

/** A search for what there is of a visitor, and how to begin, stop and continue it. */
export interface VisitorSearching {
  /** Undefined until one begins. */
  readonly search: Search | undefined;
  readonly isRunning: boolean;
  /** How many of its results were erased. */
  readonly erasedCount: number;
  /** Why it stopped; empty where it did not fail. */
  readonly fault: string;
  begin(text: string): void;
  /** Continues where it stopped or paused. */
  resume(): void;
  stop(): void;
  /** Takes out results that were erased. */
  forget(resultIds: readonly string[]): void;
}

/** Searches the bots of a workspace request by request, as long as the page is open. */
export function useVisitorSearch(workspaceId: string): VisitorSearching {
  const [search, setSearch] = useState<Search>();
  const [isRunning, setRunning] = useState(false);
  const [fault, setFault] = useState('');
  const [erasedCount, setErasedCount] = useState(0);
  // Counts the runs: one that was stopped is not the current one any more.
  const runs = useRef(0);
  // A request that was sent before still finds what was erased since.
  const erased = useRef(new Set<string>());
  const without = (one: Search): Search => ({
    ...one,
    found: one.found.filter(({ result }) => !erased.current.has(result.id)),
  });
  const stop = (): void => {
    runs.current += 1;
    setRunning(false);
  };
  useEffect(() => stop, []);
  const run = async (from: Search): Promise<void> => {
    stop();
    const own = runs.current;
    setRunning(true);
    setFault('');
    try {
      for (let now = from; ;) {
        setSearch(now);
        if (isAtRest(now)) break;
        const next = await sendNext(now);
        if (own !== runs.current) return;
        now = without(next);
      }
    } catch (error) {
      if (own !== runs.current) return;
      setFault(wordsOf(error));
    }
    setRunning(false);
  };
  return {
    ...{ search, isRunning, fault, erasedCount, stop },
    begin(text) {
      setErasedCount(0);
      void run(newSearch(workspaceId, text));
    },
    resume: () => void (search && run(resumed(search))),
    forget(resultIds) {
      for (const id of resultIds) erased.current.add(id);
      setErasedCount((before) => before + resultIds.length);
      setSearch((old) => old && without(old));
    },
  };
}
