import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { findRunningPostgres } from '../../src/storage/postgres/runningPostgres.js';
import { botOf, interview } from '../support/botOf.js';
import {
  type ChildServer,
  isRunning,
  postgresOf,
  prepareData,
  startChildServer,
} from '../support/childServer.js';
import { bodyOf, openTransport } from '../support/transports.js';
import { ask, say, type BlockSketch } from '../support/flowOf.js';
import { useModel } from '../support/modelServer.js';
import { rowsOf } from '../support/rows.js';
import { until } from '../support/until.js';

/** Visitors need no token. */
const visitor = { token: null };

describe('a server of its own process on its embedded PostgreSQL', () => {
  let dataDir: string;
  let server: ChildServer;
  const transport = openTransport('REST', () => server.url);
  const outside = useModel();

  // The tests share one server, since each start takes seconds.
  let token: string;
  let bot: { readonly botId: string; readonly publicId: string };
  const settings = { OUTBOUND_ALLOWED_HOSTS: '127.0.0.1' };
  const owner = () => ({ token });

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'parley-restart-'));
    // If this process is root, PostgreSQL runs as another user, who needs access.
    chmodSync(dataDir, 0o755);
    await prepareData(dataDir);
    server = await startChildServer(dataDir, settings);
    token = tokenShown(server) ?? '';
    bot = await publish(botOf(interview));
  });
  afterAll(async () => {
    await server.end('SIGKILL');
    await until(() => !isRunning(postgresOf(dataDir)));
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function publish(sent: object) {
    const { workspace } = await bodyOf(transport.createWorkspace({ name: 'Mine' }, owner()));
    const made = await bodyOf(
      transport.createBot({ workspaceId: workspace.id, bot: sent }, owner()),
    );
    const { publicId } = await bodyOf(transport.publishBot({ botId: made.bot.id }, owner()));
    return { botId: made.bot.id, publicId };
  }

  test('can be migrated while it runs; what cannot start says why in a sentence', async () => {
    const database = findRunningPostgres(dataDir);
    const taken = { DATABASE_URL: database, PORT: new URL(server.url).port };
    const [migrated, [status, said], unreachable] = await Promise.all([
      runTask('migrate', { DATA_DIR: dataDir }),
      runTask('start', taken),
      runTask('start', { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' }),
    ]);
    expect(migrated).toEqual([0, 'The database is up to date.']);
    expect(status).toBe(1);
    expect(said).toMatch(/^It cannot listen: .*EADDRINUSE.*\nPORT and HOST say where it listens/);
    expect(unreachable).toEqual([
      1,
      'The database cannot be reached: connect ECONNREFUSED 127.0.0.1:1',
    ]);
  });

  test('shows the token of its owner once, and keeps it in a file for nobody else', () => {
    expect(token).toMatch(/^parley_[\w-]{43}$/);
    const file = join(dataDir, 'owner-token');
    expect(readFileSync(file, 'utf8')).toBe(`${token}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test('loses no acknowledged answer when it or its database is killed between two turns', async () => {
    const { botId, publicId } = bot;
    const { sessionId, resultId } = await bodyOf(transport.startChat({ publicId }, visitor));
    await bodyOf(transport.continueChat({ sessionId, message: 'Ada' }, visitor));
    expect(await server.end('SIGKILL')).toBe('SIGKILL');

    server = await startChildServer(dataDir, settings);
    expect(tokenShown(server)).toBeUndefined();
    const { result } = await bodyOf(transport.getResult({ botId, resultId }, owner()));
    expect(result).toMatchObject({
      answers: [{ content: 'Ada' }],
      variables: [{ name: 'Name', value: 'Ada' }],
    });
    const reply = await bodyOf(transport.continueChat({ sessionId, message: '36' }, owner()));
    expect(reply.messages[0]?.content['plainText']).toBe('Thanks Ada.');

    const killed = postgresOf(dataDir);
    process.kill(killed, 'SIGKILL');
    await until(() => postgresOf(dataDir) !== killed && isRunning(postgresOf(dataDir)));
    // The server has started PostgreSQL again, and reports until then that it is not ready.
    let again = await transport.getResult({ botId, resultId }, owner());
    while (!again.ok) {
      expect(again).toMatchObject({ code: 'SERVICE_UNAVAILABLE', reason: 'UNAVAILABLE' });
      again = await transport.getResult({ botId, resultId }, owner());
    }
    expect(again.body.result).toMatchObject({ answers: [{ content: 'Ada' }, { content: '36' }] });
  });

  test('continues a turn in which it was killed, and repeats no effect whose result is stored', async () => {
    const { publicId } = await publish(shopper(outside.url()));
    const { sessionId } = await bodyOf(transport.startChat({ publicId }, owner()));
    const one = { sessionId, message: 'a book', idempotencyKey: 'once' };
    const broken = expect(transport.continueChat(one, owner())).rejects.toThrow();
    (await outside.next()).refuse(200, '{"n":1}');
    // The second question shows that the answer to the first is stored.
    const { path, headers } = await outside.next();
    await server.end('SIGKILL');
    await broken;

    server = await startChildServer(dataDir, settings);
    // As if the server had been down for longer than a lease lasts.
    const database = findRunningPostgres(dataDir) ?? '';
    const expire = `update chat_session set lease_until = now() - interval '1 s' where id = $1`;
    await rowsOf(database, expire, [sessionId]);
    const again = bodyOf(transport.continueChat(one, owner()));
    const call = await outside.next();
    expect([path, call.path]).toEqual(['/v1/ship', '/v1/ship']);
    expect(call.headers['idempotency-key']).toBe(headers['idempotency-key']);
    expect(call.body).toEqual({ said: 'a book', order: '1' });
    call.refuse(200, '{"n":2}');
    const reply = await again;
    expect(reply.messages).toMatchObject([{ content: { plainText: 'Order 1 goes as 2' } }]);
    expect(JSON.stringify(await bodyOf(transport.continueChat(one, owner())))).toBe(
      JSON.stringify(reply),
    );
    expect(outside.count()).toBe(3);
  });

  test('stops its database too when it is stopped', async () => {
    const postgres = postgresOf(dataDir);
    expect(isRunning(postgres)).toBe(true);
    expect(await server.end('SIGTERM')).toBe(0);
    expect(isRunning(postgres)).toBe(false);
  });
});

/** A bot that asks for an order, and calls another service twice: to accept the order, and to ship it. */
function shopper(url: string): object {
  return botOf({
    variables: { Said: null, Order: null, Shipment: null },
    groups: {
      Start: [
        ask('text input', 'Said'),
        callOf(`${url}/order`, '{"said":"{{Said}}"}', 'vOrder'),
        callOf(`${url}/ship`, '{"said":"{{Said}}","order":"{{Order}}"}', 'vShipment'),
        say('Order {{Order}} goes as {{Shipment}}'),
        ask('text input'),
      ],
    },
  });
}

function callOf(url: string, body: string, variableId: string): BlockSketch {
  const webhook = { url, method: 'POST', body };
  const responseVariableMapping = [{ id: 'm', bodyPath: 'data.n', variableId }];
  return { type: 'Webhook', options: { webhook, isCustomBody: true, responseVariableMapping } };
}

/** Runs a task of `npm run`; returns its exit code and its output. */
function runTask(task: string, settings: Readonly<Record<string, string | undefined>>) {
  const env = { ...process.env, NODE_ENV: 'production', ...settings };
  return new Promise<readonly [number, string]>((resolve) => {
    execFile(process.execPath, ['scripts/run.mjs', task], { env }, (error, stdout, stderr) => {
      resolve([Number(error?.code ?? 0), `${stdout}${stderr}`.trim()]);
    });
  });
}

/** The owner's token, which only the first start shows. */
function tokenShown({ lines }: ChildServer): string | undefined {
  return lines.find((line) => line.startsWith('parley_'));
}
