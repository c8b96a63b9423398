import type { ChatPorts } from '../chat/ports.js';
import type { Simulation } from '../chat/simulateTurn.js';
import type {
  BotTest,
  EffectResult,
  Flow,
  HandledEffect,
  LoadBotEffect,
  Session,
} from '../engine/index.js';
import type { Sandbox } from '../sandbox/pool.js';
import { runCodeEffect, type CodeAround, type CodeEffect } from './codeEffect.js';
import {
  askingBlock,
  missingStub,
  openStubs,
  outsideOf,
  responseOf,
  stubbedResult,
  type TestStubs,
} from './testStubs.js';

/** The result that answers of a test belong to, which is never stored. */
export const RESULT_ID = 'res_test';

/** What a test runs on. */
export interface TestedBot {
  readonly ports: ChatPorts;
  readonly sandbox: Pick<Sandbox, 'evaluate' | 'runScript'>;
  readonly botId: string;
  readonly flow: Flow;
  /** The flow of a linked bot that `loadBot` found. */
  readonly loadFlow: Simulation['loadFlow'];
  /** Finds a linked bot. */
  readonly loadBot: (session: Session, effect: LoadBotEffect) => Promise<EffectResult>;
  /** Whether the time for tests is over. */
  readonly isOver: () => boolean;
}

/** Everything around the chat of a test. */
export interface TestOutside {
  readonly simulation: Simulation;
  /** Begins a turn. */
  begin(turn: number): void;
  /** Moves the clock on, by seconds. */
  moveClock(seconds: number): void;
  /** Says whether the visitor pays in the next turn. */
  pay(isPaying: boolean): void;
  /** What was asked without a stub; undefined where there was nothing. */
  missing(): string | undefined;
  openFlow(session: Session): Promise<Flow | undefined>;
}

/** What the effects of a test that runs depend on. */
interface State {
  readonly bot: TestedBot;
  readonly stubs: TestStubs;
  readonly seed: string;
  /** Milliseconds since 1970. */
  now: number;
  turn: number;
  /** Effects of the turn so far. */
  effects: number;
  isPaying: boolean;
  missing?: string;
}

/** Opens what is around the chat of a test: its clock, its stubs, the sandbox, and linked bots. */
export function openOutside(bot: TestedBot, { seed, now, stubs = [] }: BotTest): TestOutside {
  const state: State = {
    ...{ bot, seed, stubs: openStubs(stubs), now: Date.parse(now) },
    ...{ turn: 0, effects: 0, isPaying: false },
  };
  return {
    simulation: {
      seed,
      now: () => state.now,
      loadFlow: (flowId) => load(bot, flowId),
      handle: (_ports, effect, { session }) => handle(state, effect, session),
    },
    begin: (turn) => void Object.assign(state, { turn, effects: 0 }),
    moveClock: (seconds) => void (state.now += seconds * 1_000),
    pay: (isPaying) => void (state.isPaying = isPaying),
    missing: () => state.missing,
    openFlow: (session) => openFlow(bot, session),
  };
}

async function load({ flow, loadFlow }: TestedBot, flowId: string): Promise<Flow> {
  return flowId === flow.id ? flow : loadFlow(flowId);
}

async function openFlow(bot: TestedBot, { stack }: Session): Promise<Flow | undefined> {
  const top = stack.at(-1);
  return top && load(bot, top.flowId);
}

async function handle(
  state: State,
  effect: HandledEffect,
  session: Session,
): Promise<EffectResult> {
  const { bot, stubs, isPaying } = state;
  state.effects += 1;
  if (effect.kind === 'loadBot') return linked(await bot.loadBot(session, effect), state.effects);
  const flow = await openFlow(bot, session);
  const asking = { flow, blockId: askingBlock(flow, session) };
  if (effect.kind === 'evaluate' || effect.kind === 'runScript') {
    return runCode(state, effect, asking);
  }
  const url = effect.kind === 'httpRequest' ? effect.url : undefined;
  const stub = stubs.answer({ ...asking, url });
  if (stub) return stubbedResult(effect, stub);
  const paid = paymentResult(effect, isPaying);
  return paid ?? { ok: false, error: miss(state, asking, outsideOf(effect)), isFinal: true };
}

/** Code runs with the clock of the test; requests of scripts are answered by the stubs of their block, or of their address. */
function runCode(state: State, effect: CodeEffect, asking: Asking): Promise<EffectResult> {
  const { bot, stubs, now, seed, turn, effects } = state;
  const fetch: CodeAround['fetch'] = async ({ url }) => {
    const stub = stubs.answer({ ...asking, url });
    if (!stub) {
      const outside = { what: `fetches ${url}`, example: { statusCode: 200, body: {} } };
      return { ok: false, message: miss(state, asking, outside) };
    }
    if (stub.error !== undefined) return { ok: false, message: stub.error };
    return { ok: true, body: responseOf(stub.result).body };
  };
  const fixed = { now, seed: `${seed}/${turn}/${effects}` };
  return runCodeEffect(bot.sandbox, effect, { key: `tests of ${bot.botId}`, fixed, fetch });
}

/** The block that asks, and the flow it is in. */
interface Asking {
  readonly flow: Flow | undefined;
  readonly blockId: string;
}

function miss(
  state: State,
  { flow, blockId }: Asking,
  outside: ReturnType<typeof outsideOf>,
): string {
  state.missing ??= missingStub(flow, blockId, outside);
  return state.missing;
}

/** Payments need no stub: whether they are made is a step of the test. */
function paymentResult(effect: HandledEffect, isPaying: boolean): EffectResult | undefined {
  if (effect.kind === 'verifyPayment') return { ok: true, value: isPaying ? 'paid' : 'unpaid' };
  if (effect.kind !== 'createPayment') return undefined;
  const value = {
    intentId: 'pi_test',
    paymentIntentSecret: 'pi_test_secret',
    publicKey: 'pk_test',
  };
  return { ok: true, value };
}

/** The result of finding a linked bot, with a result id that is the same in each run. */
function linked(found: EffectResult, nth: number): EffectResult {
  const { value, ...rest } = found.ok ? found : { ...found, value: undefined };
  return typeof value === 'object' && found.ok
    ? { ...rest, ok: true, value: { ...value, resultId: `${RESULT_ID}_${nth}` } }
    : found;
}
