import { createServer, type Server } from 'node:http';
import path from 'node:path';
import express, { type Express } from 'express';
import { ensureOwner } from './auth/owner.js';
import type { ChatPorts } from './chat/ports.js';
import type { Config } from './config.js';
import type { World } from './context.js';
import { buildGatewaySchema, type ReportBug } from './gateway.js';
import { openGraphqlDoor } from './graphqlDoor.js';
import { createHttp, type Http } from './integrations/http.js';
import { createPerform } from './integrations/index.js';
import type { Log } from './log.js';
import { openSocketDoor } from './realtime/socketServer.js';
import { createWakeUps } from './realtime/wakeUps.js';
import { allowOrigins } from './rest/cors.js';
import { describeApi } from './rest/openapi.js';
import { refuseBroken, refuseUnknownRoute } from './rest/problem.js';
import { createRestRouter } from './rest/router.js';
import { routes } from './rest/routes/index.js';
import { createSandbox } from './sandbox/pool.js';
import { startEmbeddedPostgres } from './storage/embeddedPostgres.js';
import { openFlows } from './storage/flows.js';
import { migrateDatabase } from './storage/migrate.js';
import { openStorage, type Storage } from './storage/orm.js';

/** A server that runs. */
export interface App {
  readonly server: Server;
  /** The owner's token, on the first start only: to be shown once. */
  readonly newToken?: string;
  /** Takes no more requests, finishes those it has, and lets go of everything. */
  close(): Promise<void>;
}

/** What a server is given besides its settings. */
export interface Surroundings {
  readonly log: Log;
  /** Says a sentence to whoever started the server. */
  readonly tell: (sentence: string) => void;
  /** The way out; the real one when absent. Tests hand in one that reaches nothing but themselves. */
  readonly http?: Http;
}

/** Puts everything together: the only file that knows every folder. Does not listen yet. */
export async function createApp(config: Config, surroundings: Surroundings): Promise<App> {
  const { log, tell } = surroundings;
  const database = await openDatabase(config, tell);
  const { storage } = database;
  const reportBug: ReportBug = (error, requestId) => log.error({ err: error, requestId }, 'bug');
  const wakeUps = createWakeUps();
  const { http = createHttp({ allowedHosts: config.outboundAllowedHosts, log }) } = surroundings;
  const sandbox = createSandbox({ fetch: http.send });
  const chats: ChatPorts = {
    pool: storage.pool,
    flows: openFlows(storage.pool),
    ask: createPerform(sandbox),
    announce: (sessionId) => wakeUps.announce(sessionId),
    now: () => Date.now(),
    sessionIdleDays: config.sessionIdleDays,
  };
  const { previewRequiresToken } = config;
  const world: World = { storage, chats, wakeUps, previewRequiresToken };
  const owner = await ensureOwner(storage.openUnit(), config);

  const schema = buildGatewaySchema();
  const server = createServer();
  server.on('request', await openHttpDoors({ config, world, schema, reportBug }));
  const closeSockets = openSocketDoor({ server, schema, world, reportBug });
  return {
    server,
    ...owner,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeIdleConnections();
      await closeSockets();
      await closed;
      await sandbox.close();
      await database.close();
    },
  };
}

interface HttpDoors {
  readonly config: Config;
  readonly world: World;
  readonly schema: ReturnType<typeof buildGatewaySchema>;
  readonly reportBug: ReportBug;
}

async function openHttpDoors({ config, world, schema, reportBug }: HttpDoors): Promise<Express> {
  const app = express();
  app.disable('x-powered-by');
  app.disable('etag');
  app.use(allowOrigins);
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  const apiDescription = describeApi(schema, routes);
  app.get('/openapi.json', (_request, response) => void response.json(apiDescription));
  const { isProduction, authoringBodyLimit: authoring, chatBodyLimit: chat } = config;
  const graphql = { schema, world, bodyLimit: authoring, isProduction, reportBug };
  app.use('/graphql', ...(await openGraphqlDoor(graphql)));
  const rest = createRestRouter({ schema, world, limits: { authoring, chat }, reportBug }, routes);
  app.use('/api', rest);
  app.use(rest);
  app.use(refuseUnknownRoute);
  app.use(refuseBroken(reportBug));
  return app;
}

interface Database {
  readonly storage: Storage;
  close(): Promise<void>;
}

/** The database of the settings, or the embedded one; brought up to date in either case. */
async function openDatabase(config: Config, tell: Surroundings['tell']): Promise<Database> {
  if (config.databaseUrl !== undefined) {
    const { databaseUrl: url } = config;
    await migrateDatabase(url);
    const storage = await openStorage({ url });
    return { storage, close: () => storage.close() };
  }
  const embedded = await startEmbeddedPostgres({
    dataDir: path.join(config.dataDir, 'postgres'),
    tell,
  });
  await migrateDatabase(embedded.connection);
  const storage = await openStorage(embedded.connection);
  const close = async (): Promise<void> => {
    await storage.close();
    await embedded.stop();
  };
  return { storage, close };
}
