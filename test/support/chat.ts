import { expect } from '@jest/globals';
import type { EffectResult, Effect } from '../../src/engine/interpreter/effect.js';
import type { Flow, Flows } from '../../src/engine/flow/flow.js';
import type { Session } from '../../src/engine/interpreter/session.js';
import { seededEnv } from '../../src/engine/interpreter/env.js';
import { startSession, type ChatStart } from '../../src/engine/interpreter/startSession.js';
import {
  type StartFrom,
  step,
  type StepInput,
  type StepResult,
} from '../../src/engine/interpreter/step.js';
import { answerOf } from './answerOf.js';
import { linesOfTurn } from './lines.js';

/** What a test can set for a chat besides its flow. */
export interface ChatOptions extends Partial<Omit<ChatStart, 'flow'>> {
  /** Sent with the start. */
  readonly firstMessage?: string;
  /** Where a preview begins. */
  readonly at?: StartFrom | undefined;
  /** Whether the chat runs nothing before the first message. */
  readonly isOnlyRegistered?: boolean;
  /** The flows of the bots that the first one links to. */
  readonly flows?: readonly Flow[];
  /** The effect handler; it must return the same for equal effects. By default code runs and everything else fails. */
  readonly answer?: (effect: Effect) => EffectResult;
  /** How many effects a turn may request before it is ended; any number when absent. */
  readonly mostEffects?: number;
  /** Takes each step instead of `step`. */
  readonly take?: typeof step;
}

/**
 * Plays a whole chat and returns it as readable lines. Every chat is played twice: the second time, the session is written to
 * JSON and read back between all steps. Both must give the same.
 */
export function transcript(
  flow: Flow,
  answers: readonly Sent[] = [],
  options: ChatOptions = {},
): string[] {
  return chat(flow, answers, options).flatMap(linesOfTurn);
}

/** What a person sends: a text, a whole message, or nothing at all; or how the wait for another person ended. */
export type Sent =
  | string
  | NonNullable<Extract<StepInput, { type: 'message' }>['message']>
  | Extract<StepInput, { type: 'handback' }>
  | null;

/** Plays a whole chat, twice as `transcript` does, and returns its turns: one for the start and one for each message. */
export function chat(
  flow: Flow,
  answers: readonly Sent[] = [],
  options: ChatOptions = {},
): StepResult[] {
  const turns = play(flow, answers, options, unchanged);
  const stored = play(flow, answers, options, throughJson);
  expect(stored).toEqual(turns);
  expect(throughJson(turns)).toEqual(turns);
  return turns;
}

/** Plays a whole chat only once, for tests that play many. */
export function playOnce(
  flow: Flow,
  answers: readonly Sent[] = [],
  options: ChatOptions = {},
): StepResult[] {
  return play(flow, answers, options, unchanged);
}

/** Runs one turn to its end, and handles the effects that it requests. */
export function runTurn(
  flows: Flows,
  session: Session,
  input: StepInput,
  {
    store = unchanged,
    answer: handle = answerOf,
    mostEffects = Infinity,
    take = step,
  }: RunOptions = {},
): StepResult {
  let turn = take(flows, session, input, env(0));
  for (let count = 1; turn.effect; count += 1) {
    const answer = count > mostEffects ? ENOUGH : handle(turn.effect);
    turn = take(flows, store(turn.session), { type: 'answer', answer }, env(count));
  }
  return turn;
}

const ENOUGH: EffectResult = { ok: false, error: 'it requested too much', isFinal: true };

/** How a turn is run: what happens to the session between steps, and which results effects have. */
export interface RunOptions extends Pick<ChatOptions, 'answer' | 'mostEffects' | 'take'> {
  readonly store?: (session: Session) => Session;
}

/** A session of a flow before its start. */
export function newSession(flow: Flow, options: Partial<Omit<ChatStart, 'flow'>> = {}): Session {
  return startSession({ flow, botId: 'bot', isPreview: true, isStreamEnabled: false, ...options });
}

/** The environment of a step: the time is fixed, and each step has its own seed. */
export function env(number: number) {
  return seededEnv({ now: Date.UTC(2025, 0, 2, 3, 4, 5), seed: `seed/${number}` });
}

function play(
  flow: Flow,
  answers: readonly Sent[],
  {
    firstMessage,
    at,
    isOnlyRegistered,
    flows = [],
    answer = answerOf,
    mostEffects = Infinity,
    take,
    ...start
  }: ChatOptions,
  store: (session: Session) => Session,
): StepResult[] {
  const known = new Map([flow, ...flows].map((other) => [other.id, other]));
  const turns: StepResult[] = [];
  let session = newSession(flow, start);
  const run = (input: StepInput) => {
    const turn = runTurn((id) => known.get(id), store(session), input, {
      ...{ store, mostEffects, ...(take && { take }) },
      answer: (effect) => loadedBot(effect, known) ?? answer(effect),
    });
    turns.push(turn);
    if (!turn.refusal) session = turn.session;
  };
  const message = firstMessage === undefined ? undefined : { text: firstMessage };
  if (!isOnlyRegistered) run({ type: 'start', at, message });
  for (const sent of answers) run(messageInput(sent));
  return turns;
}

/** The result of loading another bot: the id of a bot is that of its flow. */
export function loadedBot(
  effect: Effect,
  known: ReadonlyMap<string, Flow>,
): EffectResult | undefined {
  if (effect.kind !== 'loadBot' || !known.has(effect.botId)) return undefined;
  const { botId } = effect;
  return { ok: true, value: { botId, flowId: botId, resultId: `result of ${botId}` } };
}

function unchanged(session: Session): Session {
  return session;
}

/** What a person sends, as the input of a turn. */
export function messageInput(sent: Sent): Exclude<StepInput, { type: 'answer' }> {
  if (sent === null) return { type: 'message' };
  if (typeof sent === 'object' && 'exit' in sent) return sent;
  return { type: 'message', message: typeof sent === 'string' ? { text: sent } : sent };
}

function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T; // A copy of the same shape, or the test fails.
}
