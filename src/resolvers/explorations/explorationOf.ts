import type { Context } from '../../context/context.js';
import type { Flow } from '../../engine/index.js';
import { FAULTS, type Exploration, type GroupNotReached } from '../../schema/exploration.js';
import { explore, type Explored } from '../../simulation/explore.js';
import { reportFaults, type ReportedFault } from '../../simulation/explorationReport.js';
import { notReached, type NotReached } from '../../simulation/notReached.js';
import { shareOf } from '../../simulation/reached.js';
import { paced } from '../progress.js';
import { runTests } from '../../simulation/runTests.js';
import { openExploration, type ExploreRequest } from './openExploration.js';

/** Explores a flow for a caller who may run its tests: yields what was found so far, and at last the whole. */
export async function* explorationOf(
  context: Context,
  request: ExploreRequest & { readonly withTests: boolean },
): AsyncGenerator<Exploration, Exploration> {
  const { botId, seed, turns, withTests } = request;
  const { bot, shortening, end } = await openExploration(context, request);
  const { flow } = bot;
  try {
    const running = paced(explore(bot, turns));
    let step = await running.next();
    for (; !step.done; step = await running.next()) yield summary(flow, seed, step.value);
    const faults = await reportFaults(shortening(), step.value);
    const explored = {
      ...summary(flow, seed, step.value),
      notReached: notReachedIn(flow, step.value),
      failures: faults.map(failureOf),
    };
    if (!withTests) return explored;
    const tests = (await context.loaders().botTests.load(botId)).map(({ test }) => test);
    const { coverage } = await runTests(context, { botId, flow, tests }, step.value.reached);
    return { ...explored, coverageWithTests: coverage };
  } finally {
    end();
  }
}

function summary(flow: Flow, seed: string, explored: Explored): Exploration {
  const { turns, chats, states, comparisons, reached, end = null } = explored;
  const coverage = shareOf(flow, reached, comparisons);
  const later = { coverageWithTests: null, notReached: [], failures: [] };
  return { seed, turns, chats, states, end, coverage, ...later };
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
