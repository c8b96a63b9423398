import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createApp } from './app.js';
import { commandLine } from './config/commandLine.js';
import {
  addressOf,
  ConfigError,
  loadConfig,
  setTimeZoneToUtc,
  type Config,
} from './config/config.js';
import { StartError } from './errors/errors.js';
import { createLog } from './log/log.js';
import { withSources } from './log/sourceStack.js';
import { startCluster } from './cluster/cluster.js';
import { returnMemoryOfStart, setMemoryFlags } from './http/nodeInternals.js';

/**
 * How long requests may take to finish after the signal to stop, in milliseconds. One of several processes has less
 * time, because the process that started them waits for them to exit, and then closes the database.
 */
const STOP_WITHIN = 27_000;

/** A running server, or several processes that serve as one. */
interface Running {
  readonly port: number;
  close(): Promise<void>;
}

/** The program that the processes of a cluster run, too: this file, or the bundle of which it is the entry. */
const program = fileURLToPath(import.meta.url);

setMemoryFlags(console.warn);
setTimeZoneToUtc();
process.on('uncaughtExceptionMonitor', showSources);

try {
  const config = loadConfig();
  const isCluster = config.workers > 1 && cluster.isPrimary;
  const running = isCluster
    ? await startCluster(config, { print: console.log, program })
    : await serve(config);
  stopOnSignal(running);
  if (cluster.isPrimary) announce(config, running);
  returnMemoryOfStart();
} catch (error) {
  showSources(error);
  const isExpected = error instanceof ConfigError || error instanceof StartError;
  console.error(isExpected ? error.message : error);
  process.exit(1);
}

/** Makes the stack of an error show places in the sources. */
function showSources(error: unknown): void {
  if (error instanceof Error && error.stack !== undefined) error.stack = withSources(error.stack);
}

async function serve(config: Config): Promise<Running> {
  const log = createLog(config);
  // An unhandled rejection is a bug. It ends the work it belongs to, but not the server and all other chats.
  process.on('unhandledRejection', (error) => log.error({ err: error }, 'bug'));
  const app = await createApp(config, { log, tell: console.log });
  await new Promise<void>((resolve, reject) => {
    const refuse = ({ message }: Error): void => {
      const setting =
        'PORT and HOST say where it listens; set another PORT, or end what has this one.';
      reject(new StartError(`It cannot listen: ${message}\n${setting}`));
    };
    app.server.once('error', refuse).listen(config.port, config.host, resolve);
  });
  const { port } = app.server.address() as AddressInfo; // A listening TCP server has one.
  return { ...app, port };
}

function announce({ host, publicUrl, isProduction }: Config, { port }: Running): void {
  const listening = addressOf({ host, port });
  console.log(`listening on ${listening}`);
  const address = publicUrl ?? listening;
  console.log(`REST pages: ${address}/docs`);
  if (!isProduction) console.log(`GraphQL explorer: ${address}/graphql`);
  console.log(`Open ${address} in a browser: examples to play, and the guides`);
  console.log(
    `To sign in there, run in a second terminal, with the same settings: ${commandLine('user')} link`,
  );
}

function stopOnSignal(running: Running): void {
  let isStopping = false;
  const stop = (): void => {
    // Ctrl-C arrives twice, from the terminal and through npm: the second signal must not shorten the stop that the
    // first one began.
    if (isStopping) return;
    isStopping = true;
    if (cluster.isPrimary) console.log('stopping …');
    setTimeout(
      () => process.exit(1),
      cluster.isPrimary ? STOP_WITHIN : STOP_WITHIN - 3_000,
    ).unref();
    running.close().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
}
