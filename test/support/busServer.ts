import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe } from '@jest/globals';
import { hostPair } from './certificates.js';
import { freePort, isPortOpen } from './freePort.js';
import { until } from './until.js';

/** What may carry notifications besides PostgreSQL. */
export type BusKind = keyof typeof kinds;

/** A bus of the tests, which keeps nothing but in memory. */
export interface BusServer {
  /** Its address, with the account. */
  readonly url: string;
  /** Starts it, at first or again at the same address. */
  start(): Promise<void>;
  kill(): Promise<void>;
}

/** The password of every bus of the tests; in an address its characters are written in another way. */
export const PASSWORD = 'open:ses@me/42';

/** The schemes of both buses without and with TLS, and the settings of their programs. */
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

/** Blocks of tests for Redis and NATS; where a program is not there, its tests are skipped and say so. */
export function describeOverBuses(title: string, tests: (kind: BusKind) => void): void {
  for (const kind of ['redis', 'nats'] as const) {
    (programs[kind] ? describe : describe.skip)(`${title} ${kind}`, () => tests(kind));
  }
}

/** A bus on a free port of loopback, not yet started; with TLS it has the certificate of a host. */
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
      const given = kind === 'redis' ? ['settings'] : ['--config', 'settings'];
      const child = spawn(String(programs[kind]), given, { cwd: folder, stdio: 'ignore' });
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
