import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';
import { freePort } from '../test/support/freePort.js';
import { ask } from './ask.js';
import { openConnection } from './connection.js';
import { createDatabase } from './database.js';
import { ANSWER } from './flow.js';
import { describeMachine, machineLine } from './machine.js';
import { quantilesOf } from './measure.js';
import type { Options } from './options.js';
import { exactCpuTimeOf } from './processFacts.js';
import { publishBot } from './publishBot.js';
import { startServer, type BenchServer } from './server.js';
import type { Later } from './stage.js';
import { openStub } from './stubbedPostgres.js';
import { lineOf } from './table.js';

/** The numbers of servers that are compared with one alone, and the bus for their notifications. */
const SEVERAL = [
  { bus: 'NOTIFY', count: 2 },
  { bus: 'NOTIFY', count: 4 },
  { bus: 'Redis', count: 4 },
] as const;
/** For each server: its callers, and the turns of each of them before the measurement and in a round of it. */
const [CALLERS, WARM_UP, TURNS] = [8, 100, 6];
/** The rounds of both in turn; a busy machine has no time for more. */
const LEAST_ROUNDS = 5;
/** The pause between two turns of a caller, in milliseconds: few enough turns that the processors do not limit any number of servers. */
const EVERY = 60;

/** Servers on one database, with the chats that are continued there. */
interface Cell {
  readonly servers: readonly BenchServer[];
  readonly chats: readonly string[];
  /** Whether each turn of a chat goes to the next server, instead of all to one. */
  readonly goRound: boolean;
}

/**
 * Shows the cost of a turn for 1, 2 and 4 servers without the database: this process answers the statements of turns
 * (`stubbedPostgres.ts`). The servers share the cores of this machine, so their scaling shows in the processor time of a turn, not in
 * the turns a second. A single server is measured beside them, so that other load of the machine affects both.
 */
export async function benchCluster({ seconds }: Options, later: Later): Promise<void> {
  console.log(`${machineLine(describeMachine())}\n`);
  console.log(lineOf(['bus', 'processes', 'callers', 'server µs', '× one process (quartiles)']));
  console.log(lineOf(['---', '--:', '---', '--:', '--:']));
  const alone = await openCell(1, '', later);
  for (const { bus, count } of SEVERAL) {
    const cell = await openCell(count, bus === 'Redis' ? await openRedis(later) : '', later);
    for (const goRound of [false, true]) {
      const costs: (readonly [alone: number, together: number])[] = [];
      const until = performance.now() + 4_000 * seconds;
      while (costs.length < LEAST_ROUNDS || performance.now() < until) {
        costs.push([await drive(alone), await drive({ ...cell, goRound })]);
      }
      const ratios = quantilesOf(costs.map(([one, together]) => together / one));
      const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => ratios(part).toFixed(2));
      const cost = quantilesOf(costs.map(([, together]) => together))(0.5).toFixed(0);
      const what = [bus, String(count), goRound ? 'go round' : 'stay', cost];
      console.log(lineOf([...what, `${middle} (${low} to ${high})`]));
    }
  }
}

/** Servers on a new database whose code for a turn is compiled. */
async function openCell(count: number, bus: string, later: Later): Promise<Cell> {
  const { url, drop } = await createDatabase();
  later(drop);
  const stubbed = await openStub(url, later);
  const servers: BenchServer[] = [];
  // One after the other: the first makes the tables.
  while (servers.length < count) {
    const server = await startServer(stubbed, [], { settings: { EVENT_BUS: bus } });
    later(async () => void (await server.stop()));
    servers.push(server);
  }
  const [first] = servers;
  const publicId = first && (await publishBot(first));
  const chats: string[] = [];
  for (let place = 0; place < CALLERS * count && first; place += 1) {
    const response = await ask(first, `/api/v1/bots/${publicId}/startChat`, { body: {} });
    chats.push(z.object({ sessionId: z.string() }).parse(await response.json()).sessionId);
  }
  const cell = { servers, chats, goRound: false };
  await drive(cell, WARM_UP, 0);
  return cell;
}

/** The processor time of the servers for a turn, in microseconds. */
async function drive({ servers, chats, goRound }: Cell, turns = TURNS, every = EVERY) {
  const cpuTime = (): number => servers.reduce((sum, { pid }) => sum + exactCpuTimeOf(pid), 0);
  const before = cpuTime();
  await Promise.all(
    chats.map(async (sessionId, place) => {
      // New connections each time, since servers close idle ones.
      const connections = servers.map(({ port }) => openConnection(port));
      for (let turn = 0; turn < turns; turn += 1) {
        // A random pause around that time, so that callers do not come all at once.
        if (every > 0) await wait(every * (0.5 + Math.random()));
        const connection = connections[(place + (goRound ? turn : 0)) % connections.length];
        const path = `/api/v1/sessions/${sessionId}/continueChat`;
        await connection?.post(path, `{"message":"${ANSWER}"}`);
      }
      for (const connection of connections) connection.close();
    }),
  );
  return (cpuTime() - before) / (chats.length * turns);
}

async function openRedis(later: Later): Promise<string> {
  const port = await freePort();
  const child = spawn('redis-server', ['--port', String(port), '--save', ''], { stdio: 'ignore' });
  later(() => void child.kill());
  await once(child, 'spawn');
  return `redis://127.0.0.1:${port}`;
}
