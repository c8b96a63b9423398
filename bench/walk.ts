import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createApp } from '../src/app.js';
import { readConfig } from '../src/config/config.js';
import { createLog } from '../src/log/log.js';
import { createDatabase } from './database.js';
import { benchFlow } from './flow.js';
import { countFunctions, MOST_OF_A_TURN, type FunctionRun } from './functionsRun.js';
import { publishBot } from './publishBot.js';
import type { Later } from './stage.js';
import { openTransports } from './transports.js';

const TOKEN = 'the-owner-of-this-bench-server';
/** A text and a text input, over and over. */
const plainFlow = {
  ...benchFlow,
  groups: [
    {
      ...benchFlow.groups[0],
      blocks: [
        {
          id: 'say',
          type: 'text',
          content: { richText: [{ type: 'p', children: [{ text: 'What next?' }] }] },
        },
        { id: 'ask', type: 'text input', outgoingEdgeId: 'back' },
      ],
    },
  ],
  edges: [
    { id: 'toFirst', from: { eventId: 'start' }, to: { groupId: 'first' } },
    { id: 'back', from: { blockId: 'ask' }, to: { groupId: 'first' } },
  ],
  variables: [],
};

/** How many turns are taken before, so that whatever is opened once is open. */
const WARM_UP = 10;
/** Milliseconds without a request: what runs then is not part of a turn. */
const IDLE = 3_000;

/**
 * Prints which functions of `src` run in one continueChat over REST that answers a text input, and not while the server
 * is idle. The server is in this process: a few functions that only start it are run before.
 */
export async function benchWalk(later: Later): Promise<void> {
  const [rest] = openTransports(...(await serve(later)));
  if (!rest) throw new Error('There is no REST transport');
  const caller = rest.openCaller();
  later(() => caller.close());
  await caller.start();
  for (let turn = 0; turn < WARM_UP; turn += 1) await caller.continue();
  const counter = await countFunctions();
  await pause(IDLE);
  const idle = new Set((await counter.take()).map(idOf));
  await caller.continue();
  const ran = (await counter.take()).filter((run) => !idle.has(idOf(run)));
  await counter.close();
  console.log(tableOf(ran));
}

async function serve(later: Later): Promise<Parameters<typeof openTransports>> {
  const database = await createDatabase();
  later(database.drop);
  const folder = mkdtempSync(join(tmpdir(), 'parley-bench-'));
  later(() => rmSync(folder, { recursive: true, force: true }));
  const config = readConfig({
    NODE_ENV: 'production',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    ADMIN_TOKEN: TOKEN,
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'warn',
  });
  const app = await createApp(config, { log: createLog(config), tell: () => undefined });
  later(() => app.close());
  await new Promise<void>((resolve) => app.server.listen(0, '127.0.0.1', resolve));
  const { port } = app.server.address() as AddressInfo; // It listens on a port, not a pipe.
  const own = () => undefined;
  const end = async () => undefined;
  const server = { port, pid: process.pid, token: TOKEN, cpuTime: own, memory: own };
  const bench = { ...server, stop: async () => 0, kill: end };
  return [bench, await publishBot(bench, plainFlow)];
}

function idOf({ file, offset }: FunctionRun): string {
  return `${file}:${offset}`;
}

function tableOf(ran: readonly FunctionRun[]): string {
  const files = [...new Set(ran.map(({ file }) => file))].toSorted();
  const lines = files.map((file) => {
    const names = ran.filter((run) => run.file === file).map(({ name }) => name || '(no name)');
    return `${file}: ${names.join(', ')}`;
  });
  const named = ran.filter(({ name }) => name !== '').length;
  const sum = `${files.length} files, ${ran.length} functions, ${named} of them with a name`;
  const most = `at most: ${MOST_OF_A_TURN.files} files, ${MOST_OF_A_TURN.functions} functions`;
  return `${lines.join('\n')}\n\n${sum}\n${most}`;
}
