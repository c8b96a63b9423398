import { attended } from '../../src/chat/desk.js';
import { openUnleasedJournal } from '../../src/chat/effectJournal.js';
import { withStatus } from '../../src/chat/handover.js';
import { runMoved } from '../../src/chat/moveChat.js';
import type { TurnInput } from '../../src/chat/openTurn.js';
import { run } from '../../src/chat/run.js';
import {
  type EffectResult,
  type Flow,
  type HandledEffect,
  startSession,
} from '../../src/engine/index.js';
import { Failure } from '../../src/errors/errors.js';
import type { ReplayStart } from '../../src/schema/chatReplay.js';
import { type ReportedFault, reportFaults } from '../../src/simulation/explorationReport.js';
import { explore, type Explored } from '../../src/simulation/explore.js';
import type { ExploredBot } from '../../src/simulation/playMove.js';
import type { RecordedTest } from '../../src/simulation/playRecording.js';
import { type ExploredShare, shareOf } from '../../src/simulation/reached.js';
import { recordTest } from '../../src/simulation/recordTest.js';
import { rememberCode } from '../../src/simulation/rememberCode.js';
import type { KeptChat, ReplayTarget } from '../../src/simulation/replayChat.js';
import type { SimulatedBot } from '../../src/simulation/simulatedBot.js';
import { loadedBot } from './chat.js';
import { flowsOf, openFakeStore } from './fakeStore.js';
import { sandbox } from './sandboxes.js';

/** How a chat that is kept is played. */
export interface KeptPlay {
  readonly flow: Flow;
  readonly flows?: readonly Flow[];
  readonly inputs: readonly TurnInput['input'][];
  readonly start?: Partial<ReplayStart>;
  readonly answer: (effect: HandledEffect) => EffectResult;
  /** The version to which it moves before a turn, by the number of the turn; its id is that of its flow. */
  readonly moves?: Readonly<Record<number, Flow>>;
  /** What is said in a chat that cannot move, and so ends; it goes on when absent. */
  readonly farewell?: string;
}

/** Plays a live chat with a clock that goes on, and keeps of each turn what a server keeps, as JSON. */
export async function keptChat({
  flow,
  flows = [],
  inputs,
  start,
  answer,
  moves = {},
  farewell,
}: KeptPlay): Promise<KeptChat> {
  const store = openFakeStore(flow, { flows: flowsOf(flow, ...flows) });
  const first = { botId: 'bot', resultId: 'res_1', isStreamEnabled: false, ...start };
  let session = startSession({ ...first, flow, isPreview: false, isReplayable: true });
  const turns: KeptChat['turns'][number][] = [];
  const now = () => (store.time += 7);
  for (const input of inputs) {
    const turn = turns.length + 1;
    const isHandback = input.type === 'handback';
    const open = {
      ...{ sessionId: 'ses_1', turn, firstSeq: 1, input, journal: openUnleasedJournal(now, 'x') },
      session: isHandback ? withStatus(session, 'OPEN') : session,
      replayStart: turn === 1 ? { ...first, flowId: flow.id } : undefined,
      handle: async (_: unknown, effect: HandledEffect) => {
        store.time += 1_000;
        return throughJson(answer(effect));
      },
    };
    const to = moves[turn];
    const others = { endsOthers: farewell !== undefined, message: farewell ?? null };
    const target = to && { versionId: to.id, version: 2, flowId: to.id, ...others };
    const ports = { ...store.ports, now };
    const running = target ? runMoved(ports, open, target) : run(ports, open);
    const ran = await running.catch(unlessRefused);
    if (!ran) continue;
    const done = attended(session, ran);
    session = done.session;
    turns.push({ turn, events: done.events, record: done.replay ?? { beganAt: 0 } });
  }
  return throughJson({ sessionId: 'ses_1', turns });
}

/** Results of a server are JSON. */
function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T; // A copy of the same shape.
}

function unlessRefused(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error;
}

/** A flow to replay chats with, on a server whose code is run like that of tests. */
export function targetOf(
  flow: Flow,
  others: readonly Flow[] = [],
  codeGives?: EffectResult,
): ReplayTarget & { readonly codeRun: HandledEffect[] } {
  const { ports } = openFakeStore(flow, { flows: flowsOf(flow, ...others) });
  const codeRun: HandledEffect[] = [];
  const runCode = async (effect: HandledEffect): Promise<EffectResult | undefined> => {
    codeRun.push(effect);
    return codeGives;
  };
  const known = [flow, ...others].map(({ id }) => id);
  const flowIdOf = async (id: string) => known.find((one) => one === id);
  return { ports, flow, runCode, codeRun, flowIdOf };
}

/** A bot whose links lead to these flows. */
export function linkedBot(flow: Flow, flows: readonly Flow[] = []): SimulatedBot {
  const known = new Map([flow, ...flows].map((one) => [one.id, one]));
  return {
    ...botOf(flow),
    loadFlow: async (flowId) => known.get(flowId) ?? Promise.reject(new Error('no such flow')),
    loadBot: async (_, effect) => loadedBot(effect, known) ?? { ok: false, error: 'no such bot' },
  };
}

/** The test of a chat of a visitor that was kept; or why there is none. */
export async function recorded(
  play: KeptPlay,
  more: { readonly isPreview?: boolean } = {},
): Promise<RecordedTest | string> {
  const chat = await keptChat(play);
  if (chat.turns.length === 0) return 'No chat';
  const { isPreview = false } = more;
  const masked = isPreview ? (['SECRETS'] as const) : (['TEXTS', 'PERSONAL'] as const);
  try {
    return await recordTest(linkedBot(play.flow, play.flows), {
      ...{ chat, isPreview, masked, name: 'A chat' },
    });
  } catch (error) {
    if (error instanceof Failure) return error.message;
    throw error;
  }
}

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
