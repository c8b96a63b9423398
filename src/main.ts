import type { AddressInfo } from 'node:net';
import { createApp } from './app.js';
import { ConfigError, loadConfig } from './config.js';

/** How long requests may take to finish once the process was told to stop, in milliseconds. */
const STOP_WITHIN = 25_000;

try {
  const config = loadConfig();
  const app = await createApp(config);
  app.server.listen(config.port, config.host, () => {
    const { port } = app.server.address() as AddressInfo; // A listening TCP server has one.
    if (app.newToken !== undefined) {
      console.log(`The owner's token, shown only now and kept in ${config.dataDir}:`);
      console.log(app.newToken);
    }
    console.log(`listening on http://${config.host}:${port}`);
  });
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      setTimeout(() => process.exit(1), STOP_WITHIN).unref();
      void app.close().then(() => process.exit(0));
    });
  }
} catch (error) {
  console.error(error instanceof ConfigError ? error.message : error);
  process.exit(1);
}
