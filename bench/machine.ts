import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';

/** The machine of the measurement, without its name. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  /** In GB. */
  readonly memory: number;
  readonly node: string;
  readonly date: string;
  /** Processes that waited for a core during the last minute before the bench began. */
  readonly load: number;
}

const GIGABYTE = 1024 ** 3;

/** Describes this machine. */
export function describeMachine(): Machine {
  return {
    cpu: cpus()[0]?.model.trim() ?? 'unknown',
    cores: availableParallelism(),
    memory: Math.round(totalmem() / GIGABYTE),
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
    load: loadavg()[0] ?? 0,
  };
}

/** The same in one line. */
export function machineLine(machine: Machine): string {
  const { cpu, cores, memory, node, date, load } = machine;
  const hardware = `${cpu}, ${cores} cores, ${memory} GB`;
  return `${hardware}; load before ${load.toFixed(1)}; ${date}; Node ${node}`;
}
