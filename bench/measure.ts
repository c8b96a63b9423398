/** What one cell of the table holds. */
export interface Figures {
  readonly calls: number;
  readonly perSecond: number;
  /** Latencies in milliseconds, as the caller saw them. */
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the measured process, in microseconds a call; undefined where nobody can say. */
  readonly cpuPerCall: number | undefined;
}

/** How long each cell runs uncounted first, in milliseconds. */
const WARM_UP = 500;

/**
 * Lets all callers work at once, each going on as soon as it has its answer, for so many seconds.
 * Rejects with the first call that fails.
 */
export async function measure(
  calls: readonly (() => Promise<void>)[],
  seconds: number,
  cpuTime: () => number | undefined,
): Promise<Figures> {
  await repeatAll(calls, WARM_UP);
  const cpuBefore = cpuTime();
  const startedAt = performance.now();
  const latencies = await repeatAll(calls, seconds * 1000);
  const elapsed = performance.now() - startedAt;
  const cpuAfter = cpuTime();
  const { length } = latencies;
  const hasCpu = cpuBefore !== undefined && cpuAfter !== undefined;
  return {
    calls: length,
    perSecond: length / (elapsed / 1000),
    p50: latencies[Math.floor(length * 0.5)] ?? 0,
    p99: latencies[Math.floor(length * 0.99)] ?? 0,
    cpuPerCall: hasCpu ? (cpuAfter - cpuBefore) / length : undefined,
  };
}

/** The latencies of all calls that were begun within so many milliseconds, shortest first. */
async function repeatAll(
  calls: readonly (() => Promise<void>)[],
  milliseconds: number,
): Promise<Float64Array> {
  const until = performance.now() + milliseconds;
  const each = await Promise.all(calls.map((call) => repeat(call, until)));
  return Float64Array.from(each.flat()).sort();
}

async function repeat(call: () => Promise<void>, until: number): Promise<number[]> {
  const latencies: number[] = [];
  let now = performance.now();
  while (now < until) {
    await call();
    const finished = performance.now();
    latencies.push(finished - now);
    now = finished;
  }
  return latencies;
}
