import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { findRunningPostgres } from '../../src/storage/postgres/runningPostgres.js';
import { TOKEN } from '../support/app.js';
import {
  type ChildServer,
  isRunning,
  postgresOf,
  prepareData,
  startChildServer,
} from '../support/childServer.js';
import { ask, say } from '../support/flowOf.js';
import { textAt } from '../support/parts.js';
import { runOn } from '../support/testCluster.js';
import { until } from '../support/until.js';
import { useChannel } from '../support/useChannel.js';

const settings = { ADMIN_TOKEN: TOKEN, OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' };
const PEOPLE = Array.from({ length: 10 }, (_, index) => `person ${index}`);
const SAID = ['Hello', 'one', 'two', 'three'];

let dataDir: string;
let server: ChildServer;
const { person, connect, answering, post } = useChannel(() => server);

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'parley-messenger-'));
  // If this process is root, PostgreSQL runs as another user, who needs access.
  chmodSync(dataDir, 0o755);
  await prepareData(dataDir);
  server = await startChildServer(dataDir, settings);
});
afterAll(async () => {
  await server.end('SIGKILL');
  await until(() => !isRunning(postgresOf(dataDir)));
  rmSync(dataDir, { recursive: true, force: true });
});

test('a server that is killed twice answers each message of ten people once, in order', async () => {
  const place = await connect();
  const asked = [ask('text input', 'X'), say('Got {{X}}')];
  const Start = [say('Welcome'), ...asked, ...asked, ...asked];
  await answering(place, { variables: { X: null }, groups: { Start } });
  const path = new URL(place.address).pathname;

  const speaking = Promise.all(PEOPLE.map(async (who) => speak(path, who)));
  for (const enough of [5, 20]) {
    await until(() => heardBy().flat().length >= enough);
    await restart();
  }
  await speaking;
  await until(() => heardBy().flat().length === PEOPLE.length * SAID.length);
  const wanted = ['Welcome', 'Got one', 'Got two', 'Got three'];
  expect(heardBy()).toEqual(PEOPLE.map(() => wanted));
});

/** Sends a message of a person as a messenger does: again with the same id until it is accepted. */
async function speak(path: string, who: string): Promise<void> {
  for (const text of SAID) {
    const id = `${who} ${text}`;
    const isTaken = async () => (await post(server.url + path, text, { id, who })) === 200;
    while (!(await isTaken().catch(() => false)))
      await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Kills the server while it works, and lets its leases run out at once. */
async function restart(): Promise<void> {
  await server.end('SIGKILL');
  server = await startChildServer(dataDir, settings);
  const over = 'update messenger_conversation set due_at = now() where lease is not null';
  await runOn(findRunningPostgres(dataDir) ?? '', [over]);
}

/** The messages that each person received, without repetitions of an id. */
function heardBy(): string[][] {
  return PEOPLE.map((who) => {
    const got = person.requests.filter(({ body }) => textAt(body, 'contact.id') === who);
    const once = new Map(got.map(({ headers, body }) => [headers['webhook-id'], body]));
    return [...once.values()].map((body) => textAt(body, 'message.text'));
  });
}
