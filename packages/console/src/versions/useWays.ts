import { useAction } from '../app/useAction.js';
import { refreshVersions } from './refreshVersions.js';

/** Changes of the stages or the split, and why the last one failed, where it was begun. */
interface Ways {
  readonly fault: string;
  /** What the last change failed with. */
  readonly refused: unknown;
  readonly isRunning: boolean;
  /** Waits for a change; `made` is called once the screen shows it. */
  run(done: Promise<unknown>, made?: () => void): void;
}

/** Runs changes of the stages or the split of a bot. */
export function useWays(botId: string): Ways {
  const { run, ...action } = useAction();
  return {
    ...action,
    run: (done, made) =>
      void run(
        done.then(async () => refreshVersions(botId)),
        made,
      ),
  };
}
