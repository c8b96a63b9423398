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
export async function benchTraces(options: Options, later: Later): Promise<void> {
  const whole = await startWholeServer(later);
  await compareShares(whole, options, {
    mutation: 'setBotTracing',
    names: ['not traced', 'traced'],
  });
}

/** What is compared: a mutation that sets a share of chats, and the names of none and all. */
interface Shares {
  readonly mutation: 'setBotTracing' | 'setBotReplay';
  readonly names: readonly [none: string, all: string];
}

/** Compares the turns of a bot for which a share is 0 with those of one for which it is 1; returns the id of the latter. */
export async function compareShares(
  whole: WholeServer,
  { callers: counts, seconds }: Options,
  { mutation, names }: Shares,
): Promise<string> {
  console.log(machineLine(describeMachine()));
  const none = await contestantOf(whole, { mutation, name: names[0], share: 0 });
  const all = await contestantOf(whole, { mutation, name: names[1], share: 1 });
  console.log(headOf());
  for (const operation of ['startChat', 'continueChat'] as const) {
    for (const callers of counts) await compare([none, all], { operation, callers, seconds });
  }
  return all.botId;
}

interface Shared extends Pick<Shares, 'mutation'> {
  readonly name: string;
  readonly share: number;
}

async function contestantOf(
  { server, postgresPid, database }: WholeServer,
  { mutation, name, share }: Shared,
): Promise<Contestant & { readonly botId: string }> {
  const { botId, publicId } = await publishInWorkspace(server, benchFlow);
  const query = `mutation ($botId: ID!, $share: Float!) { ${mutation}(input: { botId: $botId, share: $share }) { bot { id } } }`;
  await ask(server, '/graphql', { body: { query, variables: { botId, share } } });
  const [target] = openTransports(server, publicId);
  if (!target) throw new Error('There is no transport');
  const postgres = async () => [familyCpuTimeOf(postgresPid), await walBytes(database)] as const;
  return { botId, name, target, postgres };
}
