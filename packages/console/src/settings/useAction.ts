import { useState } from 'react';
import { wordsOf } from '../app/change.js';

/** The changes that a page makes. */
export interface Action {
  /** Why the last change was refused, in words; empty where it was not. */
  readonly fault: string;
  /** Waits for a change, and says whether it was made; `made` receives its data. */
  run<Data>(changing: Promise<Data>, made?: (data: Data) => void): Promise<boolean>;
}

/** Makes changes, and calls `changed` after each. */
export function useAction(changed: () => void): Action {
  const [fault, setFault] = useState('');
  return {
    fault,
    async run(changing, made) {
      setFault('');
      try {
        const data = await changing;
        made?.(data);
        changed();
        return true;
      } catch (error) {
        setFault(wordsOf(error));
        return false;
      }
    },
  };
}
