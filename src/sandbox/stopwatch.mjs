// @ts-check
/**
 * Measures a job inside its thread: the total time since it began, and the time in which QuickJS computed.
 *
 * @param {{ cpuMs: number, wallMs: number }} limits
 */
export function startStopwatch({ cpuMs, wallMs }) {
  const end = performance.now() + wallMs;
  let cpuLeft = cpuMs;
  /** @type {number | undefined} */
  let enteredAt;
  const spent = () => (enteredAt === undefined ? 0 : performance.now() - enteredAt);
  return {
    isOver: () => performance.now() > end || spent() > cpuLeft,
    wallLeft: () => Math.max(0, end - performance.now()),
    /**
     * Runs a function that enters QuickJS.
     * @template T
     * @param {() => T} enter
     * @returns {T}
     */
    count(enter) {
      enteredAt = performance.now();
      try {
        return enter();
      } finally {
        cpuLeft -= spent();
        enteredAt = undefined;
      }
    },
  };
}
