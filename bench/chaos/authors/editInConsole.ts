import { launch, quickest } from '../../../test/support/chromium.js';
import { createDatabase } from '../../database.js';
import { startPhoenix } from '../phoenix.js';
import type { Trial } from '../trial.js';
import { atWork } from './atWork.js';

/** Two people in two browsers who edit one bot in the console, while the server is killed. */
export const editInConsole: Trial = {
  name: 'console',
  promise:
    'two people with pointer and keys in one flow, kill -9 of the server: both canvases show the stored draft, nothing is lost (needs Chromium)',
  async run(ground) {
    const { later, minutes, isQuick } = ground;
    if (!quickest) return { figures: { 'not tried': 'there is no Chromium' }, broken: [] };
    const database = await createDatabase();
    later(database.drop);
    const server = await startPhoenix(database.url, {}, later);
    const browser = await launch();
    later(async () => browser.close());
    const end = performance.now() + minutes * 60_000;
    return atWork(ground, {
      server,
      databaseUrl: () => database.url,
      openContext: async () =>
        browser.newContext({ viewport: { width: 1280, height: 800 }, reducedMotion: 'reduce' }),
      goesOn: () => performance.now() < end,
      ...{ actions: 12, thinks: isQuick ? 300 : 3_000 },
    });
  },
};
