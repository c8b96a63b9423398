import { openDoors } from './doors.js';
import { COLLECTING, heldBy } from './held.js';
import { describeMachine, machineLine } from './machine.js';
import { openStage, type Later } from './stage.js';
import type { Caller } from './way.js';

const CALLERS = 16;
/** A chat of so many turns, then a new one: what a server keeps of chats that are over would show. */
const TURNS_A_CHAT = 50;
const LOOKS = [20_000, 50_000, 100_000, 150_000, 200_000];
const MEGABYTE = 1024 ** 2;

/** Shows what the server holds after many turns over REST. */
export async function benchEndurance(later: Later): Promise<void> {
  const { server, publicId, postgresVersion } = await openStage(later, { nodeArgs: COLLECTING });
  console.log(`${machineLine(describeMachine())}; PostgreSQL ${postgresVersion}`);
  const [way] = openDoors(server, publicId);
  if (!way) throw new Error('There is no REST door');
  let before = 0;
  for (const turns of LOOKS) {
    const callers = Array.from({ length: CALLERS }, () => way.openCaller());
    const each = (turns - before) / CALLERS;
    await Promise.all(callers.map((caller) => takeTurns(caller, each)));
    for (const caller of callers) caller.close();
    before = turns;
    const [grown, held] = [server.memory() ?? 0, await heldBy(server)].map(
      (bytes) => `${(bytes / MEGABYTE).toFixed(0)} MB`,
    );
    console.log(`${turns} turns: RSS ${grown}, without garbage ${held}`);
  }
}

async function takeTurns(caller: Caller, turns: number): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) {
    await (turn % TURNS_A_CHAT === 0 ? caller.start() : caller.continue());
  }
}
