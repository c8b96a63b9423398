import { openTransports } from './transports.js';
import { COLLECTING, heldBy } from './held.js';
import { describeMachine, machineLine } from './machine.js';
import { openStage, type Later } from './stage.js';
import type { Caller } from './target.js';

const CALLERS = 16;
/** A chat of some turns, then a new one: what a server keeps of chats that are over would show. */
const TURNS_A_CHAT = 50;
const LOOKS = [20_000, 50_000, 100_000, 150_000, 200_000];
const MEGABYTE = 1024 ** 2;

/**
 * Shows the memory of the server after many turns over REST, without a forced collection, and at the end how much of it
 * is not garbage.
 */
export async function benchEndurance(later: Later): Promise<void> {
  const { server, publicId, postgresVersion } = await openStage(later, { nodeArgs: COLLECTING });
  console.log(`${machineLine(describeMachine())}; PostgreSQL ${postgresVersion}`);
  const [way] = openTransports(server, publicId);
  if (!way) throw new Error('There is no REST transport');
  let before = 0;
  for (const turns of LOOKS) {
    const callers = Array.from({ length: CALLERS }, () => way.openCaller());
    const each = (turns - before) / CALLERS;
    await Promise.all(callers.map((caller) => takeTurns(caller, each)));
    for (const caller of callers) caller.close();
    before = turns;
    console.log(`${turns} turns: RSS ${megabytes(server.memory() ?? 0)}`);
  }
  console.log(`without garbage: RSS ${megabytes(await heldBy(server))}`);
}

function megabytes(bytes: number): string {
  return `${(bytes / MEGABYTE).toFixed(0)} MB`;
}

async function takeTurns(caller: Caller, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await (turn % TURNS_A_CHAT === 0 ? caller.start() : caller.continue());
  }
}
