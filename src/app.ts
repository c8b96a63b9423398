import { setMaxListeners } from 'node:events';
import type { Server } from 'node:http';
import type { Express, RequestHandler } from 'express';
import { openAccountPages } from './account/openAccountPages.js';
import { openCheckedDatabase } from './app/openCheckedDatabase.js';
import { openEffects } from './app/openEffects.js';
import { openReadiness, openReports } from './app/openReports.js';
import { openStoredFiles } from './app/openStoredFiles.js';
import { openSecretTexts, openWorkspacesCredentials } from './auth/credentials.js';
import { openKnownTokens } from './auth/knownTokens.js';
import { ensureOwner } from './auth/owner.js';
import { openSecretBox } from './auth/secretBox.js';
import { openWebhookSecrets } from './auth/webhookSecrets.js';
import { createKeyedMutex } from './chat/keyedMutex.js';
import type { ChatPorts } from './chat/ports.js';
import { createPreviewGate } from './chat/previewGate.js';
import { openConnectAddress } from './account/connect/address.js';
import { createClientAddressOf, type ClientAddressOf } from './http/clientAddress.js';
import { compressReplies } from './http/compressReplies.js';
import { ownAddressOf, type Config } from './config/config.js';
import { chatsTopic, resultsTopic, type Services } from './context/context.js';
import { TIMEOUTS, type Timeouts } from './context/timeouts.js';
import { unhurried } from './eventLoop/steps.js';
import { openExamples } from './examples/openExamples.js';
import { fileRoutes } from './files/fileRoutes.js';
import { buildGatewaySchema, type ReportBug } from './graphql/execute.js';
import { documentsOf } from './graphql/jsonSchema.js';
import { makeForms } from './resolvers/forms/formDescriptions.js';
import { openCallerOperations, type CallerOperations } from './graphql/callerOperations.js';
import { openGraphqlEndpoint } from './graphql/endpoint.js';
import { openMetrics, type Metrics } from './http/metrics.js';
import { neverStored, openServer } from './http/server.js';
import { openShutdown } from './http/shutdown.js';
import { openObserver } from './http/requests.js';
import { openAccounts } from './integrations/accounts/openAccounts.js';
import { createDomainLookUp, systemDns, type Dns } from './integrations/domainLookUp.js';
import { createHttp, type Http } from './integrations/http.js';
import { PRICES } from './integrations/prices/priceTable.js';
import { openPrices, type Prices } from './integrations/prices/prices.js';
import { readPrices } from './integrations/prices/readPrices.js';
import { openStripeEvents } from './integrations/stripe/webhook.js';
import { openLetters } from './integrations/smtp/letters.js';
import { sendExport } from './jobs/download.js';
import { startWorker, type Worker } from './jobs/worker.js';
import type { Log } from './log/log.js';
import { openMessenger, type Messenger } from './messenger/messenger.js';
import { openRateLimits } from './rateLimits/limits.js';
import { countPages } from './rateLimits/pages.js';
import { shareReads } from './realtime/sharedReads.js';
import { joinProcesses, type PubSub } from './realtime/pubsub.js';
import { isSocketWanted, openSocketTransport } from './realtime/socketServer.js';
import { openChatTails } from './realtime/chatTails.js';
import { answerForVisitors } from './realtime/visitorPresence.js';
import { untilNews } from './realtime/wakeUps.js';
import { allowOrigins } from './rest/cors.js';
import {
  refuseBroken,
  refuseNul,
  refuseUnknownRoute,
  refuseUnreadableTarget,
} from './rest/problem.js';
import { withOriginalPaths } from './rest/originalPaths.js';
import { createRestRouter } from './rest/router.js';
import { routes } from './rest/routes/index.js';
import { serveDescription } from './rest/serveDescription.js';
import { openOauth } from './account/oauth/endpoints.js';
import { describeServer, METADATA } from './account/oauth/metadata.js';
import type { SandboxLimits } from './sandbox/limits.js';
import { openSimulationGate } from './simulation/simulationGate.js';
import { createSandbox } from './sandbox/pool.js';
import { openNotifications } from './storage/bus/notifications.js';
import { openBus } from './storage/bus/openBus.js';
import { openFlows } from './storage/flows.js';
import type { Storage } from './storage/orm.js';
import { movesTopic, openMovingBots, type MovingBots } from './storage/hot/movingBots.js';
import { openRecentChats, type RecentChats } from './storage/hot/recentChats.js';
import { openPublished } from './storage/hot/published.js';
import { openReplies } from './storage/hot/replies.js';
import { openRoutedTurns, openRouter } from './storage/sharded/router.js';
import { openExplorer } from './web/explorer.js';
import { openPages } from './web/pages.js';

/** A running server. */
export interface App {
  readonly server: Server;
  /** Stops accepting requests, finishes those under way, and closes everything. */
  close(): Promise<void>;
}

/** What a server is given besides its settings. */
export interface AppOptions {
  readonly log: Log;
  /** Prints a sentence for the person who started the server. */
  readonly tell: (sentence: string) => void;
  /**
   * The HTTP client of chats; the real one when absent. Tests pass one that reaches only themselves. Signing in uses
   * another, which follows no redirects.
   */
  readonly http?: Http;
  /** Resolves domain names; the system's DNS when absent. */
  readonly dns?: Dns;
  /** Time-outs that differ from the defaults. */
  readonly timeouts?: Partial<Timeouts>;
  /** Limits of user code that differ from the defaults. */
  readonly sandboxLimits?: Partial<SandboxLimits>;
  /** How processes notify each other; tests pass one that loses some notifications. */
  readonly openNotices?: typeof openNotifications;
}

/** Puts everything together: the only file that knows every folder. Does not listen yet. */
export async function createApp(config: Config, options: AppOptions): Promise<App> {
  const { log, openNotices = openNotifications } = options;
  const timeouts = { ...TIMEOUTS, ...options.timeouts };
  const database = await openCheckedDatabase(config, { ...options, timeouts });
  const { storage } = database;
  const { outages, reportBug, reportWork } = openReports(database, log);
  const { http = createHttp({ allowedHosts: config.outboundAllowedHosts, log }), dns } = options;
  const sandbox = createSandbox({ fetch: http.send, limits: options.sandboxLimits ?? {} });
  const metrics = openMetrics({ storage, countSockets: () => sockets.countSockets() });
  const stopping = new AbortController();
  // Every event stream listens to it until its reader leaves; Node reports a leak from 11 listeners on.
  setMaxListeners(0, stopping.signal);
  const caches = { recent: openRecentChats(), moving: openMovingBots(storage.chatPool) };
  const bus = joinProcesses(openBus(config, database), openNotices, { log, timeouts, caches });
  const warn = (sentence: string): void => log.warn(sentence);
  const clientAddressOf = createClientAddressOf(config.trustedProxies, warn);
  const observe = openObserver(log, metrics, clientAddressOf);
  const asked = { shouldUpgrade: isSocketWanted, observe, refuse: refuseUnreadableTarget };
  const { server, app } = openServer({ ...timeouts, ...asked }, warn);
  const parts = { storage, http, sandbox, metrics, bus, ...caches, timeouts, clientAddressOf };
  const services = openServices(config, { ...parts, log, dns, server, signal: stopping.signal });
  await ensureOwner(storage.openUnit(), config, options.tell);
  const leaving = openShutdown(server);
  const operations = openCallerOperations({ ...config, metrics, log });
  const graphql = { ...config, schema: buildGatewaySchema(), services, operations, reportBug };
  const sockets = openSocketTransport({ ...graphql, server, log });
  const ready = openReadiness(database, outages, () => leaving.isLeaving() || !server.listening);
  const worker = openWork(config, { ...services, http, sandbox }, { log, reportBug: reportWork });
  await addRoutes(app, { ...graphql, ...worker, config, metrics, ready, options });
  return {
    server,
    async close() {
      await leaving.close(timeouts.leaveAfter, () => {
        stopping.abort();
        void sockets.close();
      });
      await worker.stop();
      for (const part of [outages, bus, sandbox, database]) await part.close();
    },
  };
}

function openWork(
  config: Config,
  { http, sandbox: code, ...shared }: Services & Pick<ServiceParts, 'http' | 'sandbox'>,
  reports: { readonly log: Log; readonly reportBug: (error: unknown) => undefined },
): Worker & Pick<HttpParts, 'messenger'> {
  const { vendorAddresses: addresses } = config;
  const messenger = openMessenger(shared, { http, addresses, code, ...reports });
  const worker = startWorker({
    ...shared,
    sandbox: code,
    messenger,
    webhooks: { http, openSecrets: openWebhookSecrets(shared.secrets) },
    ...reports,
  });
  return { ...worker, messenger };
}

/** What the services of all requests are made of. */
interface ServiceParts {
  readonly log: Log;
  readonly storage: Storage;
  readonly http: Http;
  readonly sandbox: ReturnType<typeof createSandbox>;
  readonly metrics: Metrics;
  readonly dns: Dns | undefined;
  readonly bus: Pick<PubSub, 'wakeUps'>;
  readonly recent: RecentChats;
  readonly moving: MovingBots;
  readonly timeouts: Timeouts;
  readonly clientAddressOf: ClientAddressOf;
  readonly signal: AbortSignal;
  readonly server: Server;
}

function openServices(config: Config, parts: ServiceParts): Services {
  const { storage, timeouts, clientAddressOf, signal: stopping } = parts;
  const ownAddress = ownAddressOf(config, parts.server);
  const { wakeUps } = parts.bus;
  const secrets = openSecretBox(config);
  const rateLimits = openRateLimits(config, storage.pool);
  const files = openStoredFiles(config, { ...parts, rateLimits, ownAddress });
  const chatTails = openChatTails(wakeUps, storage.watchPool, rateLimits?.takePlace);
  answerForVisitors(wakeUps, chatTails);
  const prices = openPrices([readPrices(config.aiPrices), PRICES], parts.log);
  const chats = openChats(config, { ...parts, secrets, files, prices, rateLimits });
  const { previewRequiresToken, publicUrl, aiBudgets } = config;
  const dns = config.hasDomainCheck ? (parts.dns ?? systemDns) : undefined;
  const lookUpDomain = createDomainLookUp(publicUrl, dns);
  const assertKnown = openKnownTokens(storage, parts.timeouts.tokensKnownFor);
  const shown = {
    ...shareReads(storage.pool, wakeUps, rateLimits?.takePlace),
    simulations: openSimulationGate(),
    ...{ wakeUps, chatTails, clientAddressOf, rateLimits, ownAddress, sandbox: parts.sandbox },
    ...{ previewRequiresToken, publicUrl, aiBudgets, keeping: config },
    lookUpDomain,
    whyRefused: (url: URL) => parts.http.whyRefused(url),
    countLookUp: async (workspaceId: string) =>
      void (await rateLimits?.count('domain', workspaceId)),
    accounts: openAccounts({
      ...config,
      prices,
      http: parts.http,
      addresses: config.vendorAddresses,
    }),
    examples: openExamples(config.exampleAccounts),
    secrets,
    files,
    sendLetter: openLetters(parts.http, config.mailServer, parts.log),
    connectAddressOf: openConnectAddress(config, ownAddress),
    assertKnown,
  };
  return { storage, chats, timeouts, stopping, ...shown };
}

/** What chats need of the rest of the server. */
function openChats(
  config: Config,
  parts: ServiceParts &
    Pick<Services, 'secrets' | 'files' | 'rateLimits'> & { readonly prices: Prices },
): ChatPorts {
  const { storage, metrics, recent, moving, timeouts, files } = parts;
  const { wakeUps } = parts.bus;
  return {
    pool: storage.chatPool,
    turns: openRoutedTurns(openRouter(storage, parts)),
    findPublished: openPublished(storage.chatPool),
    findReply: openReplies(storage.chatPool),
    watchPool: storage.watchPool,
    flows: openFlows(storage.chatPool),
    ...{ recent, moving },
    handleEffect: openEffects(config, parts),
    secretTexts: openSecretTexts(parts.secrets, parts.storage.pool),
    mutex: createKeyedMutex(),
    previewGate: createPreviewGate(),
    announce: (sessionId, written) => {
      metrics.addTurn();
      wakeUps.announce(sessionId, written);
    },
    announceText: (sessionId) => wakeUps.announce(sessionId),
    announceResults: (botId) => wakeUps.announce(resultsTopic(botId)),
    announceMoves: (botId) => {
      moving.forget(movesTopic(botId));
      wakeUps.announce(movesTopic(botId));
    },
    announceChats: (workspaceId) => wakeUps.announce(chatsTopic(workspaceId)),
    now: Date.now,
    ...{ sessionIdleDays: config.sessionIdleDays, chatReplayDays: config.chatReplayDays },
    ...{ keepFile: files.keepMade, claimUploads: files.claim, findFile: files.findOwn, timeouts },
    untilNotified: (sessionId, atMost, enough) => untilNews(wakeUps, sessionId, { atMost, enough }),
  };
}

interface HttpParts {
  readonly config: Config;
  readonly services: Services;
  readonly schema: ReturnType<typeof buildGatewaySchema>;
  readonly operations: CallerOperations;
  readonly reportBug: ReportBug;
  readonly metrics: Metrics;
  /** Answers whether requests may be sent here. */
  readonly ready: RequestHandler;
  readonly options: AppOptions;
  readonly messenger: Messenger;
}

/** A path of REST: the part before the version is optional and its case does not matter. */
const REST_PREFIX = /^(?:\/api)?(?=\/v[123]\/)/i;

/** Everything that is served over HTTP, in the order it is matched: chats first, because they are most of the traffic. */
async function addRoutes(app: Express, parts: HttpParts): Promise<void> {
  const { config, services, schema, operations, reportBug, metrics, options } = parts;
  const { isProduction, oauthClients: clients } = config;
  const limits = { authoring: config.authoringBodyLimit, chat: config.chatBodyLimit };
  const graphql = { schema, services, operations, isProduction, reportBug };
  app.use(neverStored);
  if (clients.size > 0) app.use('/oauth', openOauth({ services, clients, log: options.log }));
  // Before pages of other origins are let in: they would read it through a browser that a proxy lets through.
  app.get('/metrics', metrics.show);
  app.use(allowOrigins, compressReplies());
  const served = config.hasOriginalPaths ? withOriginalPaths(routes) : routes;
  app.use(REST_PREFIX, createRestRouter({ schema, services, limits, reportBug }, served));
  // Both answer GET at /graphql: browsers get a page.
  if (!isProduction) app.use(openExplorer());
  app.use('/graphql', await openGraphqlEndpoint({ ...graphql, bodyLimit: limits.authoring }));
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/readyz', parts.ready);
  addPages(app, parts);
  app.use(refuseUnknownRoute);
  app.use(refuseBroken(reportBug));
}

/** Files, messengers, payments, the API pages and sign-in. */
function addPages(app: Express, { config, services, schema, options, messenger }: HttpParts): void {
  const addresses = ['/v1/exports/:jobId/:token', '/api/v1/exports/:jobId/:token'];
  const count = countPages(services, 'address');
  app.use(refuseNul);
  app.get(addresses, count, sendExport(services.storage));
  const { pool } = services.storage;
  const openSecrets = openWorkspacesCredentials(services.secrets, pool);
  app.use(openStripeEvents({ pool, openSecrets, count }));
  app.use(messenger.routes(count), fileRoutes(services, count));
  app.get('/openapi.json', serveDescription(schema, config.publicUrl));
  if (config.oauthClients.size > 0) app.get(METADATA, describeServer(services));
  app.use(openAccountPages(services, config, options.log));
  const makeSchemas = () => unhurried(documentsOf(schema));
  app.use(openPages({ config, schema, services, schemas: { makeSchemas, makeForms } }));
}
