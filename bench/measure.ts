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
  readCpuTime: () => number | undefined = () => undefined,
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

async function repeat(call: Call, until: number): Promise<number[]> {
  const latencies: number[] = [];
  for (let now = performance.now(); now < until;) {
    await call();
    const finished = performance.now();
    latencies.push(finished - now);
    now = finished;
  }
  return latencies;
}

/** The value below which a part of these lies, from 0 for the least to 1 for the greatest; 0 when there are none. */
export function quantilesOf(values: readonly number[]): (part: number) => number {
  const sorted = Float64Array.from(values).sort();
  const last = sorted.length - 1;
  return (part) => sorted[Math.min(last, Math.floor(sorted.length * part))] ?? 0;
}

/** Times in milliseconds as text: the median, the 95th and 99th percentile and the longest. */
export function spreadOf(times: readonly number[]): string {
  const partOf = quantilesOf(times);
  const [p50, p95, p99, longest] = [0.5, 0.95, 0.99, 1].map((part) => shortOf(partOf(part)));
  return `p50 ${p50}, p95 ${p95}, p99 ${p99}, longest ${longest} ms`;
}

/** A number as text: whole from 100, with two digits after the point below 10, else with one. */
export function shortOf(value: number): string {
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2);
}
