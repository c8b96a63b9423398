import type { TurnInput } from '../chat/openTurn.js';
import type { RunTurn } from '../chat/run.js';
import {
  startSession,
  type BotTest,
  type BotTestStep,
  type InputRequest,
  type Session,
} from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import { breathe } from '../eventLoop/steps.js';
import { linesOf } from './chatLines.js';
import { firstDifference, inputOf, stepsOf, type Difference } from './differences.js';
import { MAX_COMPARING } from './likeText.js';
import { inputOfStep } from './stepInput.js';
import type { ReachedTurn } from './reached.js';
import { openOutside, type TestOutside } from './testOutside.js';
import type { TestStubs } from './testStubs.js';
import { RESULT_ID, trySimulated, type SimulatedBot } from './simulatedBot.js';

/** The most lines of a conversation that a result holds, and the most characters of each. */
const MAX_LINES = 500;
const MAX_LINE = 2_000;

const TOO_MUCH: Difference = {
  message:
    'The patterns of the test are too long for what the bot says. Shorten them, or look for them in fewer turns',
  diff: [],
};

/** Where a test went another way than it says. */
export interface TestFailure extends Difference {
  /** The number of the step, from 1; 0 for the start. */
  readonly step: number;
}

/** What a test came to. */
export interface TestOutcome {
  readonly outcome: 'PASSED' | 'FAILED' | 'NOT_RUN';
  readonly failure?: TestFailure | undefined;
  /** The conversation up to its end, or to the failure, as readable lines. */
  readonly transcript: readonly string[];
  /** What its turns came through. */
  readonly turns: readonly ReachedTurn[];
}

/**
 * Runs a written test: a chat as visitors have it, turn by turn, up to the first step that goes another way. Nothing leaves the server
 * and nothing is stored; other requests are served between turns.
 */
export async function runTest(bot: SimulatedBot, test: BotTest): Promise<TestOutcome> {
  const chat = openTestChat(bot, test);
  const started = await startTestChat(chat, test);
  let failure: TestFailure | undefined = started && { ...started, step: 0 };
  for (const [index, step] of test.steps.entries()) {
    if (failure || bot.isOver()) break;
    const found = await doStep(chat, step);
    failure = found && { ...found, step: index + 1 };
  }
  if (bot.isOver()) return { ...soFar(chat), outcome: 'NOT_RUN' };
  return { ...soFar(chat), outcome: failure ? 'FAILED' : 'PASSED', failure };
}

/** The chat of a test that runs, after its last turn. */
export interface TestChat {
  readonly bot: SimulatedBot;
  readonly outside: TestOutside;
  session: Session;
  turn: number;
  events: RunTurn['events'];
  /** The input that the visitor sees. */
  input: InputRequest | undefined;
  isCompleted: boolean;
  /** The steps that its comparisons took so far. */
  comparing: number;
  readonly transcript: string[];
  readonly turns: ReachedTurn[];
}

/** Opens the chat of a test, before its start. `stubs` are asked in place of those that the test has. */
export function openTestChat(bot: SimulatedBot, test: BotTest, stubs?: TestStubs): TestChat {
  const { flow, botId } = bot;
  const session = startSession({
    flow,
    botId,
    resultId: RESULT_ID,
    isPreview: false,
    isStreamEnabled: false,
    isTraced: true,
    timeZone: test.timeZone,
    locale: test.locale,
    prefilledVariables: test.variables,
  });
  const outside = openOutside(bot, test, stubs);
  const begun = { events: [], input: undefined, turn: 0, isCompleted: false, comparing: 0 };
  return { bot, outside, session, ...begun, transcript: [], turns: [] };
}

/** Starts the chat of a test; returns why it cannot start. */
export async function startTestChat(
  chat: TestChat,
  { firstMessage: text }: Pick<BotTest, 'firstMessage'>,
): Promise<Difference | undefined> {
  return take(chat, { type: 'start', ...(text !== undefined && { message: { text } }) });
}

/** Takes a turn; returns why it cannot be taken, where a visitor would have met a failure or something was asked without a stub. */
async function take(chat: TestChat, input: TurnInput['input']): Promise<Difference | undefined> {
  const { bot, outside, session } = chat;
  // A turn is as long as one of a visitor, so others are served between turns.
  await breathe();
  chat.turn += 1;
  outside.begin(chat.turn);
  const turn = { turn: chat.turn, session, input };
  const ran = await trySimulated(bot.ports, outside.simulation, turn);
  const missing = outside.missing();
  if (missing !== undefined) return { message: missing, diff: [] };
  if (ran instanceof Failure) return { message: ran.message, diff: [] };
  chat.events = ran.events;
  chat.input = inputOf(ran.events);
  chat.session = handedOver(ran.session);
  chat.turns.push({ trace: ran.trace ?? [], passed: ran.passed });
  const room = MAX_LINES - chat.transcript.length;
  chat.transcript.push(...linesOf(ran.events).slice(0, room).map(shortened));
  for (const record of ran.records) {
    if (record.kind === 'saveResult' && record.resultId === RESULT_ID) {
      chat.isCompleted = record.isCompleted;
    }
  }
  return undefined;
}

/** Does the next step of a test; returns what is not as it says. */
export async function doStep(chat: TestChat, step: BotTestStep): Promise<Difference | undefined> {
  const { outside, session, input } = chat;
  if (step.expect) {
    chat.comparing += stepsOf(step.expect, chat);
    return chat.comparing > MAX_COMPARING ? TOO_MUCH : firstDifference(step.expect, chat);
  }
  if (step.wait !== undefined) {
    outside.moveClock(step.wait);
    return undefined;
  }
  const flow = await outside.openFlow(session);
  const given = inputOfStep(step, { session, flow, input });
  if ('refusal' in given) return { message: given.refusal, diff: [] };
  outside.pay(step.pay === true);
  if (given.type === 'handback') chat.session = givenBack(session);
  return take(chat, given);
}

function soFar({ turns, transcript }: TestChat): Pick<TestOutcome, 'transcript' | 'turns'> {
  return { turns, transcript };
}

function shortened(line: string): string {
  return line.length > MAX_LINE ? `${line.slice(0, MAX_LINE)}…` : line;
}

/** While a chat waits for a person, its bot says nothing. */
function handedOver(session: Session): Session {
  return session.at?.waitsFor === 'agent' && session.phase === 'running'
    ? { ...session, isPaused: true }
    : session;
}

function givenBack({ isPaused: _, ...session }: Session): Session {
  return session;
}
