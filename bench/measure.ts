/** The figures of one cell of the table. */
export interface Figures {
  readonly calls: number;
  readonly perSecond: number;
  /** Latencies in milliseconds, as the caller measured them. */
  readonly p50: number;
  readonly p99: number;
  /** Processor time of the measured process, in microseconds a call; undefined where it is unknown. */
  readonly cpuPerCall: number | undefined;
}

/** The measurements of one span of time. */
export interface Sample {
  /** Of each call, in milliseconds. */
  readonly latencies: readonly number[];
  /** The length of the span, in milliseconds. */
  readonly elapsed: number;
  /** Processor time of the measured process, in microseconds. */
  readonly cpuTime: number | undefined;
}

type Call = () => Promise<void>;

/**
 * Runs all callers concurrently for a number of seconds, each continuing as soon as it has its response. Rejects with
 * the first call that fails.
 */
export async function sample(
  calls: readonly Call[],
  seconds: number,
  readCpuTime: () => number | undefined,
): Promise<Sample> {
  const cpuBefore = readCpuTime();
  const startedAt = performance.now();
  const until = startedAt + seconds * 1000;
  const latencies = await Promise.all(calls.map((call) => repeat(call, until)));
  const elapsed = performance.now() - startedAt;
  const cpuAfter = readCpuTime();
  const hasCpu = cpuBefore !== undefined && cpuAfter !== undefined;
  return {
    latencies: latencies.flat(),
    elapsed,
    cpuTime: hasCpu ? cpuAfter - cpuBefore : undefined,
  };
}

/** Several samples of the same as one. */
export function figuresOf(samples: readonly Sample[]): Figures {
  const latencies = samples.flatMap((one) => one.latencies);
  const { length } = latencies;
  const partOf = quantilesOf(latencies);
  const elapsed = samples.reduce((sum, one) => sum + one.elapsed, 0);
  const cpuTime = samples.reduce((sum, one) => sum + (one.cpuTime ?? NaN), 0);
  return {
    calls: length,
    perSecond: length / (elapsed / 1000),
    p50: partOf(0.5),
    p99: partOf(0.99),
    cpuPerCall: Number.isNaN(cpuTime) ? undefined : cpuTime / length,
  };
}

/** The value below which a part of these lies, from 0 for the least to 1 for the greatest; 0 when there are none. */
export function quantilesOf(values: readonly number[]): (part: number) => number {
  const sorted = Float64Array.from(values).sort();
  const last = sorted.length - 1;
  return (part) => sorted[Math.min(last, Math.floor(sorted.length * part))] ?? 0;
}

async function repeat(call: Call, until: number): Promise<number[]> {
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
