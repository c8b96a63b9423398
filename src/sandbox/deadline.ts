/** The deadline of a running job, enforced from outside its thread. */
export interface Deadline {
  /** Stops counting computing time: the job waits for a response. */
  pause(): void;
  resume(): void;
  clear(): void;
}

/**
 * Calls `onOver` once, when a job has computed for `cpuMs` or lasted `wallMs` (each plus `graceMs`), whichever comes
 * first. A job keeps these limits by itself unless it is inside a built-in that QuickJS does not interrupt; then only
 * the end of its thread helps.
 */
export function startDeadline(
  limits: { readonly cpuMs: number; readonly wallMs: number; readonly graceMs: number },
  onOver: () => void,
): Deadline {
  let cpuLeft = limits.cpuMs + limits.graceMs;
  let since = performance.now();
  const dropWall = doAfter(limits.wallMs + limits.graceMs, onOver);
  let dropCpu: (() => void) | undefined = doAfter(cpuLeft, onOver);

  const pause = (): void => {
    if (!dropCpu) return;
    dropCpu();
    dropCpu = undefined;
    cpuLeft -= performance.now() - since;
  };
  return {
    pause,
    resume: () => {
      if (dropCpu) return;
      since = performance.now();
      dropCpu = doAfter(cpuLeft, onOver);
    },
    clear: () => {
      pause();
      dropWall();
    },
  };
}

/**
 * Calls `act` when the time has passed, unless the returned function cancels it. Messages that the job posted while
 * this thread was blocked are processed first: timers alone run before them, and would kill a job that is done.
 */
function doAfter(milliseconds: number, act: () => void): () => void {
  let late: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (late = setImmediate(act)), milliseconds);
  return () => {
    clearTimeout(timer);
    clearImmediate(late);
  };
}
