import type { TurnInput } from '../chat/openTurn.js';
import type { ChatPorts } from '../chat/ports.js';
import type { RunTurn } from '../chat/run.js';
import type { Simulation } from '../chat/simulateTurn.js';
import { placeOf } from '../chat/turnTrace.js';
import {
  startSession,
  type AnyBlock,
  type InputRequest,
  type PassedPart,
  type Session,
  type TraceEntry,
  type TurnEvent,
} from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import { runCodeEffect, type CodeAround } from './codeEffect.js';
import { inputOf } from './differences.js';
import { mayDraw } from './rememberCode.js';
import {
  sampleOutcomes,
  type SampledEffect,
  type SampleOutcome,
  type WantedTexts,
} from './sampleOutcomes.js';
import { loadSimulated, RESULT_ID, trySimulated, type SimulatedBot } from './simulatedBot.js';

/** What an exploration runs on. */
export interface ExploredBot extends SimulatedBot {
  /** What random choices follow from. */
  readonly seed: string;
}

/** The time at which an explored chat happens, in milliseconds since 1970, and the time zone of its visitor. */
export interface Clock {
  readonly now: number;
  readonly timeZone?: string;
}

/** An explored chat between two turns. */
export interface Chat {
  readonly clock: Clock;
  readonly session: Session;
  /** The input that the visitor sees. */
  readonly input?: InputRequest | undefined;
  /** Whether it goes on by itself if no person comes. */
  readonly mayBeLeft: boolean;
  /** Whether something outside was answered with a sample on the way here. */
  readonly isSampled: boolean;
}

/** What is done in one turn of an explored chat. */
export interface Move {
  readonly input: TurnInput['input'];
  /** Which random numbers the turn draws. */
  readonly draw: number;
  /** What blocks are answered with from outside, in the order in which they ask; the first outcome of each where absent. */
  readonly outcomes: readonly Outcome[];
}

/** What a block is answered with from outside. */
export interface Outcome extends SampleOutcome {
  readonly blockId: string;
}

/** Something that a turn asked outside, the outcomes it may have, and the one it had. */
export interface Asked {
  readonly blockId: string;
  readonly effect: SampledEffect;
  readonly outcomes: readonly SampleOutcome[];
  readonly chosen: SampleOutcome;
}

/** A turn of an explored chat. */
export interface Played {
  readonly chat: Chat;
  readonly events: readonly TurnEvent[];
  readonly trace: readonly TraceEntry[];
  readonly passed: readonly PassedPart[];
  readonly asked: readonly Asked[];
  /** The addresses that its scripts sent requests to. */
  readonly fetched: readonly string[];
  /** Whether it followed from the chat and the message alone, so that it would come out the same again. */
  readonly isFixed: boolean;
  /** Why the call failed: then the chat is as it was before it. */
  readonly refusal?: Failure;
}

/** A move, and how it is played. */
export interface Playing {
  readonly before: Chat;
  readonly move: Move;
  readonly wanted: WantedTexts;
  /** Chooses an outcome that the move does not say, by its place in the list; the first one when absent. */
  readonly choose?: undefined | ((outcomes: readonly SampleOutcome[]) => number);
  /** Plays the turn as a written test does, with its seed and the number of the turn. */
  readonly asTest?: { readonly seed: string; readonly turn: number } | undefined;
}

/** A chat before its start. */
export function newChat({ flow, botId }: ExploredBot, clock: Clock): Chat {
  const session = startSession({
    flow,
    botId,
    resultId: RESULT_ID,
    timeZone: clock.timeZone,
    isPreview: false,
    isStreamEnabled: false,
    isTraced: true,
  });
  return { clock, session, mayBeLeft: false, isSampled: false };
}

/** The number of a simulated turn: not that of a start, whose trace begins with the whole session. */
const TURN = 2;

/** Takes a turn as a real chat does, with sample outcomes of its effects. The same arguments give the same turn. */
export async function playMove(bot: ExploredBot, playing: Playing): Promise<Played> {
  const { before, move } = playing;
  const { seed, turn } = playing.asTest ?? { seed: `${bot.seed}#${move.draw}`, turn: TURN };
  const met: Met = { asked: [], fetched: [], hasChance: false };
  const { asked, fetched } = met;
  const simulation: Simulation = {
    now: () => before.clock.now,
    loadFlow: (flowId) => loadSimulated(bot, flowId),
    handle: openOutside(bot, { playing, met, seed, turn }),
    drawsAs(step) {
      met.hasChance = true;
      return step;
    },
    ...{ seed, isOver: bot.isOver },
  };
  const { session } = before;
  const taken = await trySimulated(bot.ports, simulation, { turn, session, input: move.input });
  const beside = { asked, fetched, isFixed: !met.hasChance && asked.length + fetched.length === 0 };
  if (taken instanceof Failure) return { chat: before, ...NOTHING, ...beside, refusal: taken };
  const { events, passed, trace = [] } = taken;
  const chat = {
    clock: before.clock,
    session: taken.session,
    input: inputOf(events),
    mayBeLeft: mayBeLeft(taken),
    isSampled: before.isSampled || asked.length + fetched.length > 0,
  };
  return { chat, events, trace, passed, ...beside };
}

/** Whether a chat goes on by itself after a turn if no person comes. */
export function mayBeLeft({ records }: Pick<RunTurn, 'records'>): boolean {
  return records.some((one) => one.kind === 'handOver' && one.waitsUntil !== undefined);
}

const NOTHING = { events: [], trace: [], passed: [] } as const;

/** What a turn met besides the chat and the message. It grows while the turn runs. */
interface Met {
  readonly asked: Asked[];
  /** The addresses that its scripts sent requests to. */
  readonly fetched: string[];
  /** Whether something may come out otherwise the next time: a random number was drawn, or another bot was opened. */
  hasChance: boolean;
}

interface Outside {
  readonly playing: Playing;
  readonly met: Met;
  readonly seed: string;
  readonly turn: number;
}

function openOutside(
  bot: ExploredBot,
  { playing, met, seed, turn }: Outside,
): Simulation['handle'] {
  const { now } = playing.before.clock;
  let effects = 0;
  return async (ports, effect, { session }) => {
    effects += 1;
    if (effect.kind === 'loadBot') {
      met.hasChance = true;
      return bot.loadBot(session, effect);
    }
    if (effect.kind === 'evaluate' || effect.kind === 'runScript') {
      met.hasChance ||= mayDraw(JSON.stringify(effect));
      const fixed = { now, seed: `${seed}/${turn}/${effects}` };
      const fetch: CodeAround['fetch'] = async ({ url }) => {
        met.fetched.push(url);
        return { ok: true, body: '{}' };
      };
      return runCodeEffect(bot.sandbox, effect, { key: `explore ${bot.botId}`, fixed, fetch });
    }
    const block = await openBlock(ports, session);
    const one = answer(effect, block, { playing, nth: met.asked.length });
    met.asked.push(one);
    return one.chosen.result;
  };
}

/** What an effect that leaves the server is answered with: what the move says of this block, or else what is chosen. */
function answer(
  effect: SampledEffect,
  block: AnyBlock | undefined,
  { playing: { wanted, move, choose }, nth }: { readonly playing: Playing; readonly nth: number },
): Asked {
  const outcomes = sampleOutcomes(effect, block, wanted);
  const blockId = block?.id ?? '';
  const said = move.outcomes[nth];
  const picked = outcomes[choose?.(outcomes) ?? 0] ?? outcomes[0];
  return { blockId, effect, outcomes, chosen: said?.blockId === blockId ? said : picked };
}

/** The block that requested the effect of an open turn. */
async function openBlock(ports: ChatPorts, session: Session): Promise<AnyBlock | undefined> {
  const { blockId } = await placeOf(ports, session);
  const top = session.stack.at(-1);
  if (blockId === undefined || !top) return undefined;
  return (await ports.flows.load(top.flowId)).block(blockId)?.block;
}
