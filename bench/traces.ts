import { ask } from './ask.js';
import { compare, headOf, type Contestant } from './compare.js';
import { benchFlow } from './flow.js';
import { describeMachine, machineLine } from './machine.js';
import type { Options } from './options.js';
import { familyCpuTimeOf } from './processFacts.js';
import { publishInWorkspace } from './publishBot.js';
import type { Later } from './stage.js';
import { openTransports } from './transports.js';
import { startWholeServer, walBytes, type WholeServer } from './wholeServer.js';

/** Compares the turns of a bot whose chats are all traced with those of one whose chats are not, over REST, on one server. */
export async function benchTraces({ callers: counts, seconds }: Options, later: Later) {
  console.log(machineLine(describeMachine()));
  const whole = await startWholeServer(later);
  const contestants = [await contestantOf(whole, 0), await contestantOf(whole, 1)];
  console.log(headOf());
  for (const operation of ['startChat', 'continueChat'] as const) {
    for (const callers of counts) await compare(contestants, { operation, callers, seconds });
  }
}

/** A bot of which this share of the chats is traced. */
async function contestantOf(
  { server, postgresPid, database }: WholeServer,
  share: number,
): Promise<Contestant> {
  const { botId, publicId } = await publishInWorkspace(server, benchFlow);
  const query =
    'mutation ($input: SetBotTracingInput!) { setBotTracing(input: $input) { bot { id } } }';
  await ask(server, '/graphql', { body: { query, variables: { input: { botId, share } } } });
  const [target] = openTransports(server, publicId);
  if (!target) throw new Error('There is no transport');
  const postgres = async () => [familyCpuTimeOf(postgresPid), await walBytes(database)] as const;
  return { name: share > 0 ? 'traced' : 'not traced', target, postgres };
}
