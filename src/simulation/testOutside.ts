import type { Simulation } from '../chat/simulateTurn.js';
import { placeOf } from '../chat/turnTrace.js';
import type { BotTest, EffectResult, Flow, HandledEffect, Session } from '../engine/index.js';
import { runCodeEffect, type CodeAround, type CodeEffect } from './codeEffect.js';
import { loadSimulated, RESULT_ID, type SimulatedBot } from './simulatedBot.js';
import {
  missingStub,
  openStubs,
  outsideOf,
  responseOf,
  stubbedResult,
  type Asked,
  type TestStubs,
} from './testStubs.js';

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
  readonly bot: SimulatedBot;
  readonly stubs: TestStubs;
  readonly seed: string;
  /** Milliseconds since 1970. */
  now: number;
  turn: number;
  /** Effects of the turn so far, and of each block in it. */
  effects: number;
  byBlock: Map<string, number>;
  isPaying: boolean;
  missing?: string;
}

/** Opens what is around the chat of a test: its clock, its stubs, the sandbox, and linked bots. */
export function openOutside(
  bot: SimulatedBot,
  { seed, now, stubs: written = [] }: BotTest,
  stubs = openStubs(written),
): TestOutside {
  const state: State = {
    ...{ bot, seed, stubs, now: Date.parse(now) },
    ...{ turn: 0, effects: 0, byBlock: new Map(), isPaying: false },
  };
  return {
    simulation: {
      seed,
      now: () => state.now,
      loadFlow: (flowId) => loadSimulated(bot, flowId),
      handle: (ports, effect, { session }) => handle(state, ports, { effect, session }),
      isOver: bot.isOver,
    },
    begin: (turn) => void Object.assign(state, { turn, effects: 0, byBlock: new Map() }),
    moveClock: (seconds) => void (state.now += seconds * 1_000),
    pay: (isPaying) => void (state.isPaying = isPaying),
    missing: () => state.missing,
    openFlow: (session) => openFlow(bot, session),
  };
}

async function openFlow(bot: SimulatedBot, { stack }: Session): Promise<Flow | undefined> {
  const top = stack.at(-1);
  return top && loadSimulated(bot, top.flowId);
}

async function handle(
  state: State,
  ports: Parameters<typeof placeOf>[0],
  { effect, session }: { readonly effect: HandledEffect; readonly session: Session },
): Promise<EffectResult> {
  const { bot, stubs, isPaying } = state;
  state.effects += 1;
  const { blockId = '' } = await placeOf(ports, session);
  const nth = (state.byBlock.get(blockId) ?? 0) + 1;
  state.byBlock.set(blockId, nth);
  if (effect.kind === 'loadBot') return linked(await bot.loadBot(session, effect), state.effects);
  const asking = { flow: await openFlow(bot, session), blockId, nth };
  if (effect.kind === 'evaluate' || effect.kind === 'runScript') {
    return runCode(state, effect, asking);
  }
  const url = effect.kind === 'httpRequest' ? effect.url : undefined;
  const stub = stubs.answer({ ...asking, effect, url });
  if (stub) return stubbedResult(effect, stub);
  const paid = paymentResult(effect, isPaying);
  return paid ?? { ok: false, error: miss(state, asking, outsideOf(effect)), isFinal: true };
}

/** Code runs with the clock of the test; requests of scripts are answered by the stubs of their block, or of their address. */
function runCode(state: State, effect: CodeEffect, asking: Asking): Promise<EffectResult> {
  const { bot, stubs, now, seed, turn, effects } = state;
  const fetch: CodeAround['fetch'] = async ({ url }) => {
    const stub = stubs.answer({ ...asking, effect, url });
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

/** The block that asks. */
type Asking = Pick<Asked, 'flow' | 'blockId' | 'nth'>;

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
