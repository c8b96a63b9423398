import type { AddressInfo } from 'node:net';
import { createApp } from '../../src/app.js';
import { loadConfig } from '../../src/config/config.js';
import { createLog } from '../../src/log/log.js';
import { lossyNotices } from '../../test/support/lossyNotices.js';
import { chanceOf } from './chance.js';

// A server for trials only: it loses or doubles wake-ups of other processes. The product has no setting for that.
const config = loadConfig();
const app = await createApp(config, {
  log: createLog(config),
  tell: () => undefined,
  openNotices: lossyNotices(chanceOf(Number(process.env['CHAOS_SEED']))),
});
app.server.listen(config.port, config.host, () => {
  const { port } = app.server.address() as AddressInfo; // A listening TCP server has one.
  console.log(`listening on http://${config.host}:${port}`);
});
process.once('SIGTERM', () => void app.close().then(() => process.exit(0)));
