import { useState } from 'react';
import { wordsOf } from './change.js';

/** Changes that a part of a page makes, and why the last one was refused. */
export interface Action {
  /** Why the last change was refused, in words; empty where it was not. */
  readonly fault: string;
  /** What the last change failed with; undefined where it did not. */
  readonly refused: unknown;
  readonly isRunning: boolean;
  /** Waits for a change, and says whether it was made; `made` receives its data. */
  run<Data>(changing: Promise<Data>, made?: (data: Data) => void): Promise<boolean>;
}

/** Makes changes, and calls `changed` after each. */
export function useAction(changed: () => void = () => undefined): Action {
  const [refused, setRefused] = useState<unknown>();
  const [running, setRunning] = useState(0);
  return {
    fault: refused === undefined ? '' : wordsOf(refused),
    refused,
    isRunning: running > 0,
    async run(changing, made) {
      setRefused(undefined);
      setRunning((count) => count + 1);
      try {
        const data = await changing;
        made?.(data);
        changed();
        return true;
      } catch (error) {
        setRefused(error);
        return false;
      } finally {
        setRunning((count) => count - 1);
      }
    },
  };
}
