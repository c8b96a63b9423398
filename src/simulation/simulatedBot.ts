import { performance } from 'node:perf_hooks';
import { loadBot } from '../chat/loadBot.js';
import type { ChatPorts } from '../chat/ports.js';
import type { RunTurn } from '../chat/run.js';
import { simulateTurn, type Simulation } from '../chat/simulateTurn.js';
import type { EffectResult, Flow, LoadBotEffect, Session } from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import type { Sandbox } from '../sandbox/pool.js';

/** The result that answers of a simulated chat belong to, which is never stored. */
export const RESULT_ID = 'res_test';

/** What simulated chats run on. */
export interface SimulatedBot {
  readonly ports: ChatPorts;
  readonly sandbox: Pick<Sandbox, 'evaluate' | 'runScript'>;
  readonly botId: string;
  readonly flow: Flow;
  /** The flow of a linked bot that `loadBot` found. */
  readonly loadFlow: Simulation['loadFlow'];
  /** Finds a linked bot. */
  readonly loadBot: (session: Session, effect: LoadBotEffect) => Promise<EffectResult>;
  /** Whether the time for simulations is over. A turn that it ends says nothing about the flow. */
  readonly isOver: () => boolean;
}

/** What chats of a bot that are simulated for some time run on. Links lead to what is published of other bots. */
export function simulatedBot(
  { chats, sandbox }: { readonly chats: ChatPorts; readonly sandbox: SimulatedBot['sandbox'] },
  { botId, flow }: Pick<SimulatedBot, 'botId' | 'flow'>,
  milliseconds: number,
): SimulatedBot {
  return {
    ...{ ports: chats, sandbox, botId, flow },
    loadFlow: (flowId) => chats.flows.load(flowId),
    loadBot: (session, effect) => loadBot(chats, session, effect),
    isOver: overAfter(milliseconds),
  };
}

/** Says whether so many milliseconds have gone by since this call. */
export function overAfter(milliseconds: number): () => boolean {
  const until = performance.now() + milliseconds;
  return () => performance.now() > until;
}

/** The flow of a bot that is open in a simulated chat. */
export async function loadSimulated(
  { flow, loadFlow }: SimulatedBot,
  flowId: string,
): Promise<Flow> {
  return flowId === flow.id ? flow : loadFlow(flowId);
}

/** Runs a turn of a simulated chat; a failure that a visitor would have met is what it comes to. */
export async function trySimulated(
  ports: ChatPorts,
  simulation: Simulation,
  turn: Parameters<typeof simulateTurn>[2],
): Promise<RunTurn | Failure> {
  try {
    return await simulateTurn(ports, simulation, turn);
  } catch (error) {
    if (error instanceof Failure) return error;
    throw error;
  }
}
