import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { hostPair } from './certificates.js';
import { freePort, isPortOpen } from './freePort.js';
import { until } from './until.js';

/** The buses that can carry notifications instead of PostgreSQL. */
export type BusKind = keyof typeof kinds;

/** A bus for tests, which stores nothing on disk. */
export interface BusServer {
  /** Its address, with the user and password. */
  readonly url: string;
  /** Starts it, or starts it again at the same address. */
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** The password of every test bus. Some of its characters must be percent-encoded in an address. */
export const PASSWORD = 'open:ses@me/42';

/** For each bus, the schemes of its addresses (without and with TLS) and the settings of its program. */
const kinds = {
  redis: {
    schemes: ['redis', 'rediss'],
    settings: (port: number, hasTls: boolean): string[] => [
      'bind 127.0.0.1',
      'save ""',
      'user default off',
      `user parley on >${PASSWORD} &parley.* +@pubsub +hello`,
      `${hasTls ? 'tls-port' : 'port'} ${port}`,
      ...(hasTls ? ['port 0', 'tls-auth-clients no', 'tls-ca-cert-file cert'] : []),
      ...(hasTls ? ['tls-cert-file cert', 'tls-key-file key'] : []),
    ],
  },
  nats: {
    schemes: ['nats', 'tls'],
    settings: (port: number, hasTls: boolean): string[] => [
      `listen: 127.0.0.1:${port}`,
      `authorization { users: [{ user: parley, password: "${PASSWORD}", permissions: {`,
      '  publish: "parley.>", subscribe: "parley.>" } }] }',
      ...(hasTls ? ['tls { cert_file: cert, key_file: key }'] : []),
    ],
  },
} as const;

const programs = { redis: programOf('redis'), nats: programOf('nats') };

function programOf(kind: BusKind): string | undefined {
  const paths = ['/usr/bin', '/usr/sbin', '/usr/local/bin'];
  const program = paths.map((path) => `${path}/${kind}-server`).find((path) => existsSync(path));
  if (!program) console.warn(`Skipped: tests over ${kind}, because there is no ${kind}-server`);
  return program;
}

/** Runs the same tests for Redis and NATS; skips those of a bus whose program is not installed, with a warning. */
export function describeOverBuses(title: string, tests: (kind: BusKind) => void): void {
  for (const kind of ['redis', 'nats'] as const) {
    (programs[kind] ? describe : describe.skip)(`${title} ${kind}`, () => tests(kind));
  }
}

/** Prepares a bus on a free port of the loopback without starting it; with TLS it shows the certificate `hostPair`. */
export async function openBusServer(kind: BusKind, hasTls = false): Promise<BusServer> {
  const port = await freePort();
  const { schemes, settings } = kinds[kind];
  let running: { readonly child: ChildProcess; readonly folder: string } | undefined;
  return {
    url: `${schemes[Number(hasTls)]}://parley:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}`,
    async start() {
      const folder = mkdtempSync(join(tmpdir(), 'parley-bus-'));
      const files = { ...hostPair, settings: settings(port, hasTls).join('\n') };
      for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text);
      const args = kind === 'redis' ? ['settings'] : ['--config', 'settings'];
      const child = spawn(String(programs[kind]), args, { cwd: folder, stdio: 'ignore' });
      running = { child, folder };
      await until(() => isPortOpen(port));
    },
    async kill() {
      if (!running) return;
      const { child, folder } = running;
      running = undefined;
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
