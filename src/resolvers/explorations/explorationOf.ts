import { performance } from 'node:perf_hooks';
import { accessBot } from '../../auth/access.js';
import { loadedFlowId } from '../../chat/loadBot.js';
import type { Context } from '../../context/context.js';
import type { Flow, FlowOverride } from '../../engine/index.js';
import { FAULTS, type Exploration, type GroupNotReached } from '../../schema/exploration.js';
import { rememberCode } from '../../simulation/rememberCode.js';
import { explore, type Explored } from '../../simulation/explore.js';
import { reportFaults, type ReportedFault } from '../../simulation/explorationReport.js';
import { notReached, type NotReached } from '../../simulation/notReached.js';
import type { ExploredBot } from '../../simulation/playMove.js';
import { shareOf } from '../../simulation/reached.js';
import { overAfter, simulatedBot, type SimulatedBot } from '../../simulation/simulatedBot.js';
import { draftOf } from '../bots/draftOf.js';

/** Which flow to explore, and how much. */
interface ExploreRequest {
  readonly botId: string;
  readonly flow?: FlowOverride | null;
  readonly seed: string;
  readonly turns: number;
  readonly seconds: number;
}

/** Shorter chats are searched for until this many milliseconds after the exploration. */
const SHORTENING = 5_000;
/** Milliseconds between two reports of progress. */
const PACE = 500;

/** Explores a flow for a caller who may run its tests: yields what was found so far, and at last the whole. */
export async function* explorationOf(
  context: Context,
  request: ExploreRequest,
): AsyncGenerator<Exploration, Exploration> {
  const { botId, seed, turns, seconds } = request;
  const caller = await context.caller();
  const bot = await accessBot(context.openUnit(), { caller, botId, intent: 'runTests' });
  const definition = request.flow ?? (await draftOf(bot, context));
  const { flow } = context.chats.flows.makeOwn(definition);
  const end = context.simulations.begin(caller?.userId);
  try {
    const simulated = simulatedBot(context, { botId, flow }, seconds * 1_000);
    const explored = exploredBot(simulated, seed);
    const running = explore(explored, turns);
    let shown = performance.now();
    let step = await running.next();
    for (; !step.done; step = await running.next()) {
      if (performance.now() < shown + PACE) continue;
      shown = performance.now();
      yield summary(flow, seed, step.value);
    }
    const shortened = { ...explored, isOver: overAfter(SHORTENING) };
    const faults = await reportFaults(shortened, step.value);
    return {
      ...summary(flow, seed, step.value),
      notReached: notReachedIn(flow, step.value),
      failures: faults.map(failureOf),
    };
  } finally {
    end();
  }
}

/** The bot as explorations see it: equal code runs once, and linked bots have a result that is the same in each run. */
function exploredBot(bot: SimulatedBot, seed: string): ExploredBot {
  return {
    ...bot,
    seed,
    sandbox: rememberCode(bot.sandbox),
    loadBot: async (session, effect) => {
      const found = await bot.loadBot(session, effect);
      if (!found.ok) return found;
      const flowId = loadedFlowId(found);
      return { ok: true, value: { botId: effect.botId, flowId, resultId: 'res_linked' } };
    },
  };
}

function summary(flow: Flow, seed: string, explored: Explored): Exploration {
  const { turns, chats, states, comparisons, reached, end = null } = explored;
  const coverage = shareOf(flow, comparisons, reached);
  return { seed, turns, chats, states, end, coverage, notReached: [], failures: [] };
}

function notReachedIn(flow: Flow, { comparisons, reached }: Explored): GroupNotReached[] {
  const groups = notReached(flow, comparisons, reached);
  return groups.map((one) => ({
    groupId: one.groupId,
    edgeId: one.edgeId ?? null,
    blockId: one.blockId ?? null,
    itemId: one.itemId ?? null,
    message: whyNotReached(flow, one),
  }));
}

function whyNotReached(flow: Flow, { edgeId, blockId, itemId, comparison }: NotReached): string {
  if (edgeId === undefined) return 'No edge leads here from where a chat came';
  const place = flow.block(blockId ?? '');
  const from = place ? `"${place.group.title}" (${place.block.type})` : 'a block';
  if (comparison) {
    const { variableId, operator, value } = comparison;
    const name = flow.variable(variableId)?.name ?? variableId;
    return `No chat left ${from} by its condition: nothing new found for ${name} ${operator} ${value}`.trim();
  }
  return itemId === undefined
    ? `No chat left ${from} this way`
    : `No chat left ${from} by this item`;
}

function failureOf(fault: ReportedFault): Exploration['failures'][number] {
  const { code, groupId = null, blockId = null, about, isSampled, transcript, test = null } = fault;
  const message = about === '' ? FAULTS[code] : `${FAULTS[code]}: ${about.slice(0, MAX_ABOUT)}`;
  return { code, message, groupId, blockId, isSampled, transcript, test };
}

/** In characters. */
const MAX_ABOUT = 500;
