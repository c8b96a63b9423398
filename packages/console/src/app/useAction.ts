import { useState } from 'react';
import { wordsOf } from './change.js';

/** Changes that a part of a page makes, and why the last one was refused. */
export interface Action {
  /** Why the last change was refused, in words; empty where it was not. */
  readonly fault: string;
  readonly isRunning: boolean;
  /** Waits for a change, and says whether it was made; `made` receives its data. */
  run<Data>(changing: Promise<Data>, made?: (data: Data) => void): Promise<boolean>;
}

/** Makes changes, and calls `changed` after each. */
export function useAction(changed: () => void = () => undefined): Action {
  const [fault, setFault] = useState('');
  const [running, setRunning] = useState(0);
  return {
    fault,
    isRunning: running > 0,
    async run(changing, made) {
      setFault('');
      setRunning((count) => count + 1);
      try {
        const data = await changing;
        made?.(data);
        changed();
        return true;
      } catch (error) {
        setFault(wordsOf(error));
        return false;
      } finally {
        setRunning((count) => count - 1);
      }
    },
  };
}
