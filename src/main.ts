import cluster from 'node:cluster';
import type { AddressInfo } from 'node:net';
import { setFlagsFromString } from 'node:v8';
import { createApp } from './app.js';
import { addressOf, ConfigError, loadConfig, reckonInUtc, type Config } from './config/config.js';
import { StartError } from './errors/errors.js';
import { createLog } from './log/log.js';
import { startCluster } from './cluster/cluster.js';

/**
 * How long requests may take to finish once the process was told to stop, in milliseconds. One of several processes has less
 * time: whoever started them is to see them go, and to close the database after them.
 */
const STOP_WITHIN = 27_000;

/** What runs and can be stopped: a server, or the processes that are one together. */
interface Running {
  readonly port: number;
  close(): Promise<void>;
}

// Where there is much memory V8 lets garbage lie until it holds several times what is in use. With this, less than as much
// again; with a third the collector comes too often for thousands of open sockets.
setFlagsFromString('--heap-growing-percent=70');
// What is made while a server starts stays, from which V8 learns to put such things among the old ones at once. What is made
// later goes with its turn, and would lie there, and keep alive what it points to, until the old ones are collected.
setFlagsFromString('--no-allocation-site-pretenuring');
reckonInUtc();

try {
  const config = loadConfig();
  const isCrew = config.workers > 1 && cluster.isPrimary;
  const running = isCrew ? await startCluster(config, console.log) : await serve(config);
  stopWhenTold(running);
  if (cluster.isPrimary) announce(config, running);
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof StartError;
  console.error(isExpected ? error.message : error);
  process.exit(1);
}

async function serve(config: Config): Promise<Running> {
  const log = createLog(config);
  // A rejection that nobody handles is a bug. It ends the work it belongs to, but not the server and all other chats.
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

function announce({ host, isProduction }: Config, { port }: Running): void {
  const address = addressOf({ host, port });
  console.log(`listening on ${address}`);
  console.log(`REST pages: ${address}/docs`);
  if (!isProduction) console.log(`GraphQL explorer: ${address}/graphql`);
}

function stopWhenTold(running: Running): void {
  let isStopping = false;
  const stop = (): void => {
    // Ctrl-C reaches us twice, from the terminal and through npm: the second must not cut the first short.
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
