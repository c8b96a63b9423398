import { compileFlow, flowDefinitionSchema, seededEnv, type Flow } from '../src/engine/index.js';
import { createSandbox } from '../src/sandbox/pool.js';
import { rememberCode } from '../src/simulation/rememberCode.js';
import { describeMachine, machineLine } from './machine.js';
import { changesAny, corpusOf, flowsIn, ownFlows, type NamedFlow } from './mutants/flows.js';
import { explored, hasMore, issuesOf, replayedOtherwise, type Known } from './mutants/finders.js';
import type { FlowJson } from './mutants/flowParts.js';
import { operators } from './mutants/operators.js';
import { visitorChats } from './mutants/visitors.js';
import type { Options } from './options.js';
import { simulated } from './simulated.js';
import type { Later } from './stage.js';

/** Turns of the chats by which a mutant counts; turns of an exploration; chats that are replayed. */
const [COUNTED, EXPLORED, REPLAYED] = [2_500, 600, 60];

/** A flow with one mistake. */
interface Mutant {
  readonly operator: string;
  readonly at: string;
  readonly flow: Flow;
}

type Finder = 'checks' | 'exploration' | 'replay';

/**
 * Makes one mistake after the other in flows, and counts how many of those that change some chat are found. What counts is decided by many
 * explored chats, which have another seed than those of the finders.
 */
export async function benchMutants({ folder }: Options, later: Later): Promise<void> {
  console.log(machineLine(describeMachine()));
  const sandbox = createSandbox();
  later(() => sandbox.close());
  const code = rememberCode(sandbox);
  const total = openTotal();
  for (const named of folder === undefined ? ownFlows() : flowsIn(folder)) {
    const [name, definition] = named;
    const flow = compileFlow('flow', definition);
    const bot = (seed: string, of = flow) => simulated(of, { sandbox: code, seed });
    const corpus = await corpusOf(bot('counted'), COUNTED);
    const known: Known = {
      issues: issuesOf(flow),
      explored: await explored(bot('explored'), EXPLORED),
      chats: await visitorChats(bot('visitors'), REPLAYED),
    };
    if (await changesAny(corpus, bot('counted'))) throw new Error(`${name} differs from itself`);
    const other = await replayedOtherwise(bot(''), known.chats);
    if (other) throw new Error(`${name}: chat ${other.sessionId} differs from itself`);
    for (const mutant of mutantsOf(named)) {
      const isChanged = await changesAny(corpus, bot('counted', mutant.flow));
      if (!isChanged) {
        total.equal += 1;
        continue;
      }
      const found = await findersOf(known, mutant.flow, bot);
      total.add(name, mutant, found);
    }
    console.log(`${name}: ${total.line()}`);
  }
  total.print();
}

type MakeBot = (seed: string, flow: Flow) => ReturnType<typeof simulated>;

async function findersOf(known: Known, flow: Flow, bot: MakeBot): Promise<Finder[]> {
  const found: Finder[] = [];
  if (hasMore(issuesOf(flow), known.issues)) found.push('checks');
  const { faults, missing } = await explored(bot('explored', flow), EXPLORED);
  const before = known.explored;
  if (hasMore(faults, before.faults) || hasMore(missing, before.missing)) found.push('exploration');
  if (await replayedOtherwise(bot('', flow), known.chats)) found.push('replay');
  return found;
}

/** One mutant of each operator that applies; a flow that the server would refuse is none. */
function mutantsOf([name, definition]: NamedFlow): Mutant[] {
  return Object.entries(operators).flatMap(([operator, apply]) => {
    const { random } = seededEnv({ now: 0, seed: `${name} ${operator}` });
    // Flows are JSON, and the copy is not shared.
    const copy = structuredClone(definition) as unknown as FlowJson;
    const sites = apply(copy);
    const site = sites[Math.floor(random() * sites.length)];
    site?.change();
    const { data } = flowDefinitionSchema.safeParse(copy);
    return site && data ? [{ operator, at: site.at, flow: compileFlow('flow', data) }] : [];
  });
}

function openTotal() {
  const counts = { checks: 0, exploration: 0, replay: 0, 'without replay': 0 };
  const missed: string[] = [];
  let all = 0;
  const percent = (count: number) => `${((100 * count) / Math.max(1, all)).toFixed(1)} %`;
  return {
    equal: 0,
    add(name: string, { operator, at }: Mutant, found: readonly Finder[]): void {
      all += 1;
      for (const finder of found) counts[finder] += 1;
      if (found.some((finder) => finder !== 'replay')) counts['without replay'] += 1;
      if (found.length === 0) missed.push(`${name}: ${operator} at ${at}`);
    },
    line: () => `${all} change some chat, ${missed.length} missed`,
    print(): void {
      const shares = Object.entries(counts).map(([finder, count]) => `${finder} ${percent(count)}`);
      console.log(`${Object.keys(operators).length} operators, ${all} mutants change some chat`);
      console.log(`${this.equal} more change none`);
      console.log(`found: ${percent(all - missed.length)} (${shares.join(', ')})`);
      console.log(['missed:', ...missed].join('\n'));
    },
  };
}
