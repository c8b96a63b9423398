import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { openNotifications } from '../../src/storage/bus/notifications.js';
import { keepsStatements } from '../../src/storage/pooler.js';
import { startTestApp, type TestApp } from '../support/app.js';
import { botOf, interview } from '../support/botOf.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { describeBehindPooler, startPooler, type Pooler } from '../support/replica.js';
import { recordAt } from '../support/parts.js';
import { bodyOf, openTransport } from '../support/transports.js';
import { makePublished } from '../support/useApp.js';
import { openWatcher, watch } from '../support/watcher.js';

describeBehindPooler('behind PgBouncer with a connection for each transaction', () => {
  let database: TestDatabase;
  let pooler: Pooler;
  const apps: TestApp[] = [];
  const start = async (
    lines: string[],
    more: Readonly<Record<string, string>> = {},
  ): Promise<TestApp> => {
    const settings = { DATABASE_URL: pooler.through(database.url), ...more };
    const log = { LOG_LEVEL: 'warn', NODE_ENV: 'production' };
    const app = await startTestApp({ ...settings, ...log }, (line) => lines.push(line), {
      timeouts: { pollEvery: 100 },
      // Otherwise the start waits for notifications, which never come.
      openNotices: openNotifications,
    });
    apps.push(app);
    return app;
  };
  beforeAll(async () => {
    [database, pooler] = await Promise.all([createTestDatabase(), startPooler('transaction')]);
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await pooler.stop();
    await database.drop();
  });

  test('two servers serve chats over REST, and streams of what the other one wrote', async () => {
    const lines: string[] = [];
    const [here, there] = [await start(lines), await start(lines)];
    const transports = [here, there].map(({ url }) => openTransport('REST', () => url));
    const [first, second] = transports;
    if (!first || !second) throw new Error('There are two servers');
    const { publicId } = await makePublished(first, botOf(interview));
    const talk = async (): Promise<string> => {
      const { sessionId } = await bodyOf(first.startChat({ publicId }));
      const watcher = openWatcher(there.url);
      const watching = watch(watcher, sessionId);
      await bodyOf(second.continueChat({ sessionId, message: 'Ada' }));
      const { messages } = await bodyOf(first.continueChat({ sessionId, message: '36' }));
      await watching.done;
      await watcher.dispose();
      expect(watching.seen.map(({ seq }) => seq)).toEqual(watching.seen.map((_, at) => at + 1));
      return String(recordAt(messages[0], 'content')['plainText']);
    };
    const said = await Promise.all(Array.from({ length: 8 }, talk));
    expect(new Set(said)).toEqual(new Set(['Thanks Ada.']));
    const told = lines.map((line) => recordAt(JSON.parse(line)));
    expect(told.filter(({ level }) => Number(level) > 40)).toEqual([]);
  });

  test('a server is woken by others once it has an address past the pooler', async () => {
    const lines: string[] = [];
    const app = await start(lines, { DATABASE_DIRECT_URL: database.url });
    const { publicId } = await makePublished(
      openTransport('REST', () => app.url),
      botOf(interview),
    );
    expect(publicId).toEqual(expect.any(String));
    expect(lines).toEqual([]);
  });

  test('prepared statements are not used only where connections lose them', async () => {
    const session = await startPooler('session');
    const urls = [database.url, session.through(database.url), pooler.through(database.url)];
    expect(await Promise.all(urls.map(keepsStatements))).toEqual([true, true, false]);
    await session.stop();
  });
});
