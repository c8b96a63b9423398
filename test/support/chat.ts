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

/** What a test may decide about a chat beyond its flow. */
export interface ChatOptions extends Partial<Omit<ChatStart, 'flow'>> {
  /** Sent with the start. */
  readonly firstMessage?: string;
  /** Where a preview begins. */
  readonly at?: StartFrom | undefined;
  /** Nothing runs before the first message. */
  readonly isOnlyRegistered?: boolean;
  /** Flows other than the first one, for those on the stack. */
  readonly flows?: readonly Flow[];
  /** The effect handler; it must return the same for equal effects. By default code runs and everything else fails. */
  readonly answer?: (ask: Effect) => EffectResult;
}

/**
 * Plays a whole chat and gives it as readable lines. Every chat is played twice, the second time with the session
 * written to JSON and read back between all steps; both must be the same.
 */
export function transcript(
  flow: Flow,
  answers: readonly Sent[] = [],
  options: ChatOptions = {},
): string[] {
  return chat(flow, answers, options).flatMap(linesOfTurn);
}

/** What a person sends: a text, a whole message, or nothing at all. */
export type Sent = string | NonNullable<Extract<StepInput, { type: 'message' }>['message']> | null;

/** Plays a whole chat and gives its turns, one for the start and one for each message. */
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

/** Plays a whole chat once, for a test that plays many. */
export function playOnce(
  flow: Flow,
  answers: readonly Sent[] = [],
  options: ChatOptions = {},
): StepResult[] {
  return play(flow, answers, options, unchanged);
}

/** Runs one turn to its end, answering what it asks. */
export function runTurn(
  flows: Flows,
  session: Session,
  input: StepInput,
  { store = unchanged, answer: answering = answerOf }: RunOptions = {},
): StepResult {
  let turn = step(flows, session, input, env(0));
  for (let asks = 1; turn.effect; asks += 1) {
    const answer = answering(turn.effect);
    turn = step(flows, store(turn.session), { type: 'answer', answer }, env(asks));
  }
  return turn;
}

/** How a turn is run: what happens to the session between steps, and what the outside answers. */
export interface RunOptions extends Pick<ChatOptions, 'answer'> {
  readonly store?: (session: Session) => Session;
}

/** A session of a flow before its start. */
export function newSession(flow: Flow, options: Partial<Omit<ChatStart, 'flow'>> = {}): Session {
  return startSession({ flow, botId: 'bot', isPreview: true, isStreamEnabled: false, ...options });
}

/** Every step has a seed of its own, as the edge gives it. */
export function env(number: number) {
  return seededEnv({ now: Date.UTC(2025, 0, 2, 3, 4, 5), seed: `seed/${number}` });
}

function play(
  flow: Flow,
  answers: readonly Sent[],
  { firstMessage, at, isOnlyRegistered, flows = [], answer = answerOf, ...start }: ChatOptions,
  store: (session: Session) => Session,
): StepResult[] {
  const known = new Map([flow, ...flows].map((one) => [one.id, one]));
  const turns: StepResult[] = [];
  let session = newSession(flow, start);
  const run = (input: StepInput) => {
    const turn = runTurn((id) => known.get(id), store(session), input, {
      store,
      answer: (ask) => loadedBot(ask, known) ?? answer(ask),
    });
    turns.push(turn);
    if (!turn.refusal) session = turn.session;
  };
  const message = firstMessage === undefined ? undefined : { text: firstMessage };
  if (!isOnlyRegistered) run({ type: 'start', at, message });
  for (const sent of answers) run(messageInput(sent));
  return turns;
}

/** Other bots are found by the ids of their flows. */
function loadedBot(ask: Effect, known: ReadonlyMap<string, Flow>): EffectResult | undefined {
  if (ask.kind !== 'loadBot' || !known.has(ask.botId)) return undefined;
  const { botId } = ask;
  return { ok: true, value: { botId, flowId: botId, resultId: `result of ${botId}` } };
}

function unchanged(session: Session): Session {
  return session;
}

function messageInput(sent: Sent): StepInput {
  if (sent === null) return { type: 'message' };
  return { type: 'message', message: typeof sent === 'string' ? { text: sent } : sent };
}

function throughJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T; // A copy of the same shape, or the test fails.
}
