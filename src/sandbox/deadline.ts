/** The deadline of a running job, seen from outside its thread. */
export interface Deadline {
  /** Stops counting computing time: the job waits for a response. */
  pause(): void;
  resume(): void;
  clear(): void;
}

/**
 * Calls `onOver` once, when a job has computed for `cpuMs` or lasted `wallMs` (each plus
 * `graceMs`), whichever comes first. A job keeps these limits by itself unless it is inside a
 * built-in that QuickJS does not interrupt; then only the end of its thread helps.
 */
export function startDeadline(
  limits: { readonly cpuMs: number; readonly wallMs: number; readonly graceMs: number },
  onOver: () => void,
): Deadline {
  let cpuLeft = limits.cpuMs + limits.graceMs;
  let since = performance.now();
  const wall = setTimeout(onOver, limits.wallMs + limits.graceMs);
  let cpu: NodeJS.Timeout | undefined = setTimeout(onOver, cpuLeft);

  const pause = (): void => {
    if (cpu === undefined) return;
    clearTimeout(cpu);
    cpu = undefined;
    cpuLeft -= performance.now() - since;
  };
  return {
    pause,
    resume: () => {
      if (cpu !== undefined) return;
      since = performance.now();
      cpu = setTimeout(onOver, cpuLeft);
    },
    clear: () => {
      pause();
      clearTimeout(wall);
    },
  };
}
