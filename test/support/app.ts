import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { createApp, type AppOptions } from '../../src/app.js';
import { readConfig } from '../../src/config/config.js';
import type { Dns } from '../../src/integrations/domainLookUp.js';
import { createHttp } from '../../src/integrations/http.js';
import { createLog } from '../../src/log/log.js';
import { openNotifications } from '../../src/storage/bus/notifications.js';
import { createTestDatabase } from './database.js';
import { listen } from './useServer.js';

/** The owner's token in tests. */
export const TOKEN = 'the-owner-of-this-test-server';

/** On a busy machine nothing is late; a test that waits for something to be late says so itself. */
const UNHURRIED = {
  leaveAfter: 0,
  initWithin: 120_000,
  bytesWithin: 120_000,
  pingEvery: 60_000,
  stalledAfter: 120_000,
  leaseLasts: 60_000,
  turnWithin: 120_000,
  turnLasts: 120_000,
  restrictedTurnLasts: 120_000,
  tokensKnownFor: 600_000,
  replicaWithin: 120_000,
};

/** A server of one test file's own, on a database of its own, reached over real sockets. */
export interface TestApp {
  readonly url: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  close(): Promise<void>;
}

/**
 * Starts a server on a free port of the loopback, and waits until it has begun to listen to others on its database. What it
 * logs goes to `logTo`, a line at a time; `around` replaces what else it is given.
 */
export async function startTestApp(
  settings: Readonly<Record<string, string>> = {},
  logTo: (line: string) => void = () => undefined,
  around: Partial<AppOptions> = {},
): Promise<TestApp> {
  const database = await createTestDatabase();
  const dataDir = mkdtempSync(join(tmpdir(), 'parley-test-'));
  const config = readConfig({
    DATABASE_URL: database.url,
    DATA_DIR: dataDir,
    ADMIN_TOKEN: TOKEN,
    LOG_LEVEL: 'silent',
    NODE_ENV: 'test',
    RATE_LIMITS: 'off',
    // However full the disk of this machine is.
    STORAGE_RESERVE: '0 B',
    ...settings,
  });
  const { openNotices, hasBegun } = listenFirst();
  const app = await createApp(config, {
    openNotices,
    log: createLog(config, linesTo(logTo)),
    tell: () => undefined,
    // No name leads anywhere: a flow of a test can only call what the test itself allows, by address.
    http: createHttp({ allowedHosts: config.outboundAllowedHosts, resolve: async () => [] }),
    dns,
    sandboxLimits: {
      evaluateMs: 60_000,
      scriptMs: 60_000,
      scriptCpuMs: 60_000,
      restrictedMs: 60_000,
      restrictedCpuMs: 60_000,
    },
    ...around,
    timeouts: { ...UNHURRIED, ...around.timeouts },
  });
  const port = await listen(app.server);
  if (!around.openNotices) await hasBegun;
  return {
    url: `http://127.0.0.1:${port}`,
    databaseUrl: database.url,
    dataDir,
    async close() {
      await app.close();
      await database.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/**
 * Notices of other processes. When a server begins to receive them it forgets the chats it knows and wakes all watchers, which a
 * test that counts statements is not to meet.
 */
function listenFirst() {
  let begin = (): void => undefined;
  const hasBegun = new Promise<void>((resolve) => (begin = resolve));
  const openNotices: typeof openNotifications = (bus, { onConnected, onDisconnected, ...rest }) =>
    openNotifications(
      bus,
      {
        ...rest,
        onConnected: () => (onConnected(), begin()),
        onDisconnected: (reason) => (onDisconnected(reason), begin()),
      },
      { arrivesWithin: 120_000, every: 60_000 },
    );
  return { openNotices, hasBegun };
}

/** A DNS that knows three names of one address, and one of another. */
const dns: Dns = {
  cnames: async () => [],
  addresses: async (host) => addresses[host] ?? [],
  texts: async () => [],
};
const addresses: Readonly<Record<string, readonly string[]>> = {
  'parley.example.com': ['192.0.2.1'],
  'here.example.com': ['192.0.2.1'],
  'xn--e1afmkfd.xn--p1ai': ['192.0.2.1'],
  'elsewhere.example.com': ['192.0.2.2'],
};

function linesTo(logTo: (line: string) => void): Writable {
  return new Writable({
    write(line: Buffer, _encoding, done) {
      logTo(String(line));
      done();
    },
  });
}
