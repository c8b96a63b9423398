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

/** Time-outs that do not end on a busy machine; a test of a time-out sets its own. */
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

/** A server that belongs to one test file, with its own database, reached over real sockets. */
export interface TestApp {
  readonly url: string;
  readonly databaseUrl: string;
  readonly dataDir: string;
  close(): Promise<void>;
}

/**
 * Starts a server on a free port of the loopback, and waits until it receives the notifications of other processes. `logTo` gets
 * its log line by line; `around` replaces its other options.
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
    // Tests must also pass on a machine whose disk is nearly full.
    STORAGE_RESERVE: '0 B',
    ...settings,
  });
  const { openNotices, hasBegun } = listenFirst();
  const app = await createApp(config, {
    openNotices,
    log: createLog(config, linesTo(logTo)),
    tell: () => undefined,
    // No name resolves, so a flow can call only the addresses that its test allows.
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
 * Notifications of other processes, and a promise of their first connection. On connecting, a server drops the chats that it
 * remembers and wakes all watchers, which would disturb a test that counts statements.
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

/** A DNS with three names for one address, and one for another address. */
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
