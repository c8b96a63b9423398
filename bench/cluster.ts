import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { ask } from './ask.js';
import { openConnection } from './connection.js';
import { createDatabase } from './database.js';
import { ANSWER } from './flow.js';
import { describeMachine, machineLine } from './machine.js';
import { quantilesOf, sample } from './measure.js';
import { exactCpuTimeOf } from './processFacts.js';
import { publishBot } from './publishBot.js';
import { openRaw } from './raw.js';
import { startServer, type BenchServer } from './server.js';
import type { Later } from './stage.js';
import type { StubOrder } from './stubbedPostgres.js';

/** How many processes serve. */
const COUNTS = [1, 2, 4] as const;
const CALLERS_EACH = 8;
/** How long each cell is driven before the measurement and in each round, in seconds. */
const [WARM_UP, SECONDS] = [4, 1] as const;
const ROUNDS = 15;

/** Servers on one database, and callers who stay each at one of them, or go round. */
interface Cell {
  readonly name: string;
  readonly servers: readonly BenchServer[];
  readonly visitors: readonly Visitor[];
  /** What a turn took of all servers in each round, in microseconds. */
  readonly costs: number[];
}

/** A chat, and the servers at which it is continued in turn. */
interface Visitor {
  readonly sessionId: string;
  readonly servers: readonly BenchServer[];
}

/**
 * Shows what a turn costs the servers when there are 1, 2 and 4 of them, without the time of the database: its statements are answered
 * after as long as PostgreSQL takes, by a process that is not counted (`stubbedPostgres.ts`). The processes share the cores of this
 * machine, so that the cost of a turn says how they scale, and not the turns a second; all are driven in turn, so that what else the
 * machine does meets all alike.
 */
export async function benchCluster(later: Later): Promise<void> {
  console.log(machineLine(describeMachine()));
  const cells: Cell[] = [];
  for (const [bus, address] of [
    ['NOTIFY', ''],
    ['Redis', await openRedis(later)],
  ] as const) {
    for (const count of COUNTS) cells.push(...(await openCells({ bus, address, count }, later)));
  }
  for (const cell of cells) await drive(cell, WARM_UP);
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const cell of cells) cell.costs.push(await drive(cell, SECONDS));
  }
  const [alone = []] = cells.map(({ costs }) => costs);
  for (const { name, costs } of cells) {
    const cost = quantilesOf(costs)(0.5);
    const ratios = quantilesOf(costs.map((one, round) => one / (alone[round] ?? NaN)));
    const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => ratios(part).toFixed(2));
    const rate = (1e6 / cost).toFixed(0);
    console.log(
      `${name}: ${cost.toFixed(0)} µs a turn, × ${middle} (${low} to ${high}); ${rate} turns/s a core`,
    );
  }
}

/** Servers on a database of their own, driven in one way or both. */
async function openCells(
  { bus, address, count }: { bus: string; address: string; count: number },
  later: Later,
): Promise<Cell[]> {
  const { url, drop } = await createDatabase();
  later(drop);
  const first = await startServer(url);
  const publicId = await publishBot(first);
  await first.stop();
  const latency = await latencyOf(url, publicId);
  const stubbed = await openStub(url, latency, later);
  const settings = { EVENT_BUS: address };
  const servers = await Promise.all(
    Array.from({ length: count }, () => startServer(stubbed, [], { settings })),
  );
  later(async () => void (await Promise.all(servers.map((server) => server.stop()))));
  const cells: Cell[] = [];
  for (const isStaying of count === 1 ? [true] : [true, false]) {
    const visitors = await Promise.all(
      Array.from({ length: CALLERS_EACH * count }, async (_, place): Promise<Visitor> => {
        const own = servers.slice(place % count, (place % count) + 1);
        return { sessionId: await startChat(own[0], publicId), servers: isStaying ? own : servers };
      }),
    );
    const name = `${bus}, ${count} processes, callers ${isStaying ? 'stay' : 'go round'}, statements of ${latency.toFixed(1)} ms`;
    cells.push({ name, servers, visitors, costs: [] });
  }
  return cells;
}

/** What a turn takes of the servers, in microseconds; connections are new, because servers close those that rest. */
async function drive({ servers, visitors }: Cell, seconds: number): Promise<number> {
  const cpuTime = (): number => servers.reduce((sum, { pid }) => sum + exactCpuTimeOf(pid), 0);
  const opened = visitors.map(openVisitor);
  const calls = opened.map((visitor) => visitor.continue);
  await Promise.all(calls.map((call) => call()));
  const { latencies, cpuTime: taken = NaN } = await sample(calls, seconds, cpuTime);
  for (const visitor of opened) visitor.close();
  return taken / latencies.length;
}

/**
 * How long the real PostgreSQL takes for the write of a turn, in milliseconds: a tenth of them take less. What else the machine does
 * delays the others.
 */
async function latencyOf(url: string, publicId: string): Promise<number> {
  const raw = await openRaw(url, publicId);
  const caller = raw.ways.find(({ name }) => name === 'write')?.openCaller();
  await caller?.start();
  const { latencies } = await sample([async () => caller?.continue()], WARM_UP, () => undefined);
  await raw.close();
  return quantilesOf(latencies)(0.1);
}

/** Starts the stub before a database; gives the address by which servers reach it. */
async function openStub(url: string, latency: number, later: Later): Promise<string> {
  const child = fork(fileURLToPath(new URL('./stubbedPostgres.ts', import.meta.url)));
  later(() => void child.kill());
  const { hostname, port: realPort, pathname, username, password } = new URL(url);
  const where = { host: decodeURIComponent(hostname), port: Number(realPort || 5432) };
  child.send({ ...where, latency } satisfies StubOrder);
  const [message] = (await once(child, 'message')) as unknown[];
  const { port } = z.object({ port: z.number() }).parse(message);
  return `postgres://${username}:${password}@127.0.0.1:${port}${pathname}`;
}

async function openRedis(later: Later): Promise<string> {
  const free = createServer().listen(0, '127.0.0.1');
  await once(free, 'listening');
  const { port } = z.object({ port: z.number() }).parse(free.address());
  await new Promise((resolve) => free.close(resolve));
  const child = spawn('redis-server', ['--port', String(port), '--save', ''], { stdio: 'ignore' });
  later(() => void child.kill());
  await once(child, 'spawn');
  return `redis://127.0.0.1:${port}`;
}

async function startChat(server: BenchServer | undefined, publicId: string): Promise<string> {
  if (!server) throw new Error('There is no server');
  const response = await ask(server, `/api/v1/bots/${publicId}/startChat`, { body: {} });
  return z.object({ sessionId: z.string() }).parse(await response.json()).sessionId;
}

/** Continues a chat over REST. */
function openVisitor({ sessionId, servers }: Visitor) {
  const connections = servers.map(({ port }) => openConnection(port));
  const path = `/api/v1/sessions/${sessionId}/continueChat`;
  let turn = 0;
  return {
    continue: async (): Promise<void> =>
      void (await connections[turn++ % connections.length]?.post(path, `{"message":"${ANSWER}"}`)),
    close() {
      for (const connection of connections) connection.close();
    },
  };
}
