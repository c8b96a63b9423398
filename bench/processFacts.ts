import { readdirSync, readFileSync } from 'node:fs';

/** Microseconds in one tick of the clock that /proc counts in: 100 ticks a second on every Linux. */
const TICK = 10_000;
const KILOBYTE = 1024;

/** Processor time of the running threads of a process, in microseconds. */
export function exactCpuTimeOf(pid: number): number {
  return threadsOf(pid).reduce((sum, path) => sum + nanosecondsIn(`${path}/schedstat`) / 1000, 0);
}

/** Processor time of a process and all its children, including those that have ended, in microseconds. */
export function familyCpuTimeOf(pid: number): number {
  const stat = read(`/proc/${pid}/stat`);
  // Fields 16 and 17: user and system time of children that have ended.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ended = (Number(fields[13]) + Number(fields[14])) * TICK;
  return familyOf(pid).reduce((sum, one) => sum + exactCpuTimeOf(one), ended);
}

/** A process and its children. */
function familyOf(pid: number): number[] {
  const children = read(`/proc/${pid}/task/${pid}/children`).trim();
  return [pid, ...children.split(' ').filter(Boolean).map(Number)];
}

function threadsOf(pid: number): string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).map((thread) => `/proc/${pid}/task/${thread}`);
  } catch {
    return [];
  }
}

function nanosecondsIn(path: string): number {
  return Number(read(path).split(' ')[0]);
}

/** The resident memory of a process, in bytes. */
export function memoryOf(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(read(`/proc/${pid}/status`)) ?? [];
  return Number(kilobytes ?? 0) * KILOBYTE;
}

/** The memory of a process and its children, in bytes; shared memory counts once. */
export function familyMemoryOf(pid: number): number {
  const kilobytes = familyOf(pid).map((one) => {
    const [, size] = /^Pss:\s+(\d+) kB/m.exec(read(`/proc/${one}/smaps_rollup`)) ?? [];
    return Number(size ?? 0);
  });
  return kilobytes.reduce((sum, one) => sum + one, 0) * KILOBYTE;
}

/** How many files, including sockets, this process and its children may open. */
export function mostOpenFiles(): number {
  const [, most] = /^Max open files\s+\S+\s+(\d+)/m.exec(read('/proc/self/limits')) ?? [];
  return Number(most ?? Infinity);
}

/** A file of /proc; empty where there is none. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
