import type { AddressInfo } from 'node:net';
import { createApp } from './app.js';
import { ConfigError, loadConfig } from './config.js';
import { StartError } from './errors.js';
import { createLog } from './log.js';

/** How long requests may take to finish once the process was told to stop, in milliseconds. */
const STOP_WITHIN = 25_000;

try {
  const config = loadConfig();
  const app = await createApp(config, { log: createLog(config), tell: console.log });
  app.server.listen(config.port, config.host, () => {
    const { port } = app.server.address() as AddressInfo; // A listening TCP server has one.
    if (app.newToken !== undefined) {
      console.log(`The owner's token, shown only now and kept in ${config.dataDir}:`);
      console.log(app.newToken);
    }
    console.log(`listening on http://${config.host}:${port}`);
  });
  let isStopping = false;
  const stop = (): void => {
    // Ctrl-C reaches us twice, from the terminal and through npm: the second must not cut the first short.
    if (isStopping) return;
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN).unref();
    void app.close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
} catch (error) {
  const isExpected = error instanceof ConfigError || error instanceof StartError;
  console.error(isExpected ? error.message : error);
  process.exit(1);
}
