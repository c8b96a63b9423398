import { readFileSync } from 'node:fs';

/** Microseconds in one tick of the clock that /proc counts in: 100 ticks a second on every Linux. */
const TICK = 10_000;
const KILOBYTE = 1024;

/**
 * Processor time of a process, including all threads and the kernel's work for it, in microseconds. Undefined without
 * /proc.
 */
export function cpuTimeOf(pid: number): number | undefined {
  const stat = read(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // The name in brackets may hold spaces; what follows it is the state, field 3. User time is field 14.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) * TICK;
}

/** Memory a process holds (its resident set), in bytes. Undefined without /proc. */
export function memoryOf(pid: number): number | undefined {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`) ?? '') ?? [];
  return kilobytes === undefined ? undefined : Number(kilobytes) * KILOBYTE;
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
