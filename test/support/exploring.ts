import type { Flow } from '../../src/engine/index.js';
import { reportFaults, type ReportedFault } from '../../src/simulation/explorationReport.js';
import { explore, type Explored } from '../../src/simulation/explore.js';
import type { ExploredBot } from '../../src/simulation/playMove.js';
import { shareOf, type ExploredShare } from '../../src/simulation/reached.js';
import { rememberCode } from '../../src/simulation/rememberCode.js';
import { openFakeStore } from './fakeStore.js';
import { sandbox } from './sandboxes.js';

/** A bot that links to no other, as explorations and tests see it. */
export const botOf = (flow: Flow, seed = '1'): ExploredBot => ({
  ports: openFakeStore(flow).ports,
  sandbox: rememberCode(sandbox),
  isOver: () => false,
  botId: 'bot',
  flow,
  loadFlow: async () => Promise.reject(new Error('no other flow')),
  loadBot: async () => ({ ok: false, error: 'no other bot' }),
  seed,
});

/** Explores a bot to its end. */
export async function exploreAll(bot: ExploredBot, turns = 400): Promise<Explored> {
  const running = explore(bot, turns);
  let step = await running.next();
  while (!step.done) step = await running.next();
  return step.value;
}

interface Found {
  readonly explored: Explored;
  readonly share: ExploredShare;
  readonly faults: readonly ReportedFault[];
}

/** What an exploration of a flow comes to. */
export async function find(flow: Flow, turns?: number): Promise<Found> {
  const bot = botOf(flow);
  const explored = await exploreAll(bot, turns);
  const { comparisons, reached } = explored;
  const faults = await reportFaults(bot, explored);
  return { explored, share: shareOf(flow, reached, comparisons), faults };
}
