import { afterAll, beforeAll } from '@jest/globals';
import type { AppOptions } from '../../src/app.js';
import { createHttp } from '../../src/integrations/http.js';
import { startTestApp, type TestApp } from './app.js';
import { botOf, parrot } from './botOf.js';
import { bodyOf, openTransport, type Transport } from './transports.js';
import { makePublished } from './useApp.js';

/** Two servers on one database. */
export interface TwoServers {
  first(): TestApp;
  second(): TestApp;
  /** REST of the first server. */
  readonly here: Transport;
  /** REST of the second server. */
  readonly there: Transport;
}

const around = {
  http: createHttp({ allowedHosts: ['127.0.0.1'] }),
  // Leases must not expire because the machine is slow.
  timeouts: { leaseLasts: 60_000 },
};

/** Starts two servers for all tests of a file, which may call this machine; call it at the top level of the file. */
export function useTwoServers(more: Partial<AppOptions> = {}): TwoServers {
  const options = { ...around, ...more };
  const apps: TestApp[] = [];
  const app = (index: number): TestApp => {
    const found = apps[index];
    if (!found) throw new Error('The servers are up only within a test');
    return found;
  };
  beforeAll(async () => {
    apps.push(await startTestApp({}, undefined, options));
    const shared = { DATABASE_URL: app(0).databaseUrl };
    apps.push(await startTestApp(shared, undefined, options));
  });
  afterAll(async () => {
    for (const open of apps.reverse()) await open.close();
  });
  return {
    first: () => app(0),
    second: () => app(1),
    here: openTransport('REST', () => app(0).url),
    there: openTransport('REST', () => app(1).url),
  };
}

/** The ids of a chat and of its bot. */
export interface ChatBegun {
  readonly botId: string;
  readonly publicId: string;
  readonly sessionId: string;
  readonly resultId: string;
}

/** Publishes a bot and starts a chat with it. */
export async function beginChat(transport: Transport, bot = botOf(parrot)): Promise<ChatBegun> {
  const { botId, publicId } = await makePublished(transport, bot);
  const { sessionId, resultId } = await bodyOf(transport.startChat({ publicId }));
  return { botId, publicId, sessionId, resultId };
}

/** The answers in the result of a chat. */
export async function answersTo(
  transport: Transport,
  { botId, resultId }: ChatBegun,
): Promise<string[]> {
  const { result } = await bodyOf(transport.getResult({ botId, resultId }));
  return result.answers.map(({ content }) => content);
}

/** The numbers of the first page of a chat's events. */
export async function seqsOf(transport: Transport, { sessionId }: ChatBegun): Promise<unknown[]> {
  return (await bodyOf(transport.readEvents({ sessionId }))).events.map(({ seq }) => seq);
}

/** The numbers from 1 to `count`. */
export function numbersTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
