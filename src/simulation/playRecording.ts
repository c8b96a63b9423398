import type { BotTest, BotTestStep, Flow, Expectation, ExpectedText } from '../engine/index.js';
import { readsClock } from './explore.js';
import { openMask, type Mask, type Masked } from './maskAnswers.js';
import { begunTest } from './recordedStart.js';
import { openRecordedStubs, type RecordedStubs } from './recordedStubs.js';
import type { KeptChat } from './replayChat.js';
import { doStep, openTestChat, startTestChat, type TestChat } from './runTest.js';
import { shownParts, type ShownPart } from './shownParts.js';
import type { SimulatedBot } from './simulatedBot.js';
import { stepOfInput, type TurnTaken } from './stepOfInput.js';
import { itemLabel, saidText } from './chatLines.js';

/** A test of a chat that took place. */
export interface RecordedTest {
  readonly test: BotTest;
  /** What is other than in the chat, and what has to be filled in. */
  readonly notes: readonly string[];
}

/** How a chat is had again. */
export interface Attempt {
  readonly name: string;
  readonly isPreview: boolean;
  readonly masked: Masked;
  readonly seed: string;
}

/** Has a chat that took place again, as a test; or says why it does not go the same way. */
export async function playRecording(
  bot: SimulatedBot,
  chat: KeptChat,
  attempt: Attempt,
): Promise<RecordedTest | string> {
  const mask = openMask(attempt.masked);
  const stubs = openRecordedStubs(mask);
  const test = begunTest(bot, chat, { ...attempt, mask });
  const again = openTestChat(bot, test, stubs);
  const played: Played = { bot, attempt, test, mask, stubs, chat: again, steps: [], notes: [] };
  for (const turn of chat.turns) {
    if (bot.isOver() || isOver(played, turn)) break;
    const reason = await playTurn(played, turn);
    if (reason !== undefined) return `Turn ${turn.turn} goes another way: ${reason}`;
  }
  const { steps, notes } = played;
  const written = stubs.written();
  return {
    test: { ...test, ...(written.length > 0 && { stubs: written }), steps },
    notes: [...notes, ...stubs.notes(), NOTES[attempt.masked]].slice(0, MAX_NOTES),
  };
}

const MAX_NOTES = 50;

const NOTES: Readonly<Record<Masked, string>> = {
  SECRETS: 'Answers are as they were; what looks like a secret is ***',
  PERSONAL:
    'E-mail addresses, phone numbers and names of files are replaced. Other texts of the visitor are as they were, because the flow decides by them: read them before you store the test',
  TEXTS:
    'Texts, addresses, phone numbers and names of files of the visitor are replaced by others that the flow treats alike. Numbers, dates, choices and what services answered are as they were: read them before you store the test',
};

/** A chat that is had again, as far as it has come. */
interface Played {
  readonly bot: SimulatedBot;
  readonly attempt: Attempt;
  readonly test: BotTest;
  readonly mask: Mask;
  readonly stubs: RecordedStubs;
  readonly chat: TestChat;
  readonly steps: BotTestStep[];
  readonly notes: string[];
}

type KeptTurn = KeptChat['turns'][number];

/** The most steps of a test, less those of a turn. */
const MAX_STEPS = 197;

/** Whether a test ends before a turn; notes why. */
function isOver({ chat, steps, notes }: Played, { record }: KeptTurn): boolean {
  if (record.input && chat.session.phase === 'ended') {
    notes.push('The chat went on after its end, which tests do not');
    return true;
  }
  if (steps.length <= MAX_STEPS) return false;
  notes.push('The chat is longer than a test may be, which has only its first turns');
  return true;
}

/** Has a turn again; says why it goes another way. */
async function playTurn(
  played: Played,
  { turn, record, events }: KeptTurn,
): Promise<string | undefined> {
  const { chat, stubs, test, bot } = played;
  const { input, results = [], endedFor } = record;
  // Nothing ran, people acted on the chat, or the policy of its bot ended it.
  if (!input || endedFor !== undefined) return undefined;
  if ('omitted' in input) return 'what was sent is too long, and was not kept';
  stubs.begin(results);
  const difference =
    chat.turn === 0
      ? await startTestChat(chat, test)
      : await playStep(played, { input, results, events }, record.beganAt);
  if (difference) return difference.message;
  const shown = { then: seen(events, played), now: seen(chat.events, played) };
  const other = otherWay(bot.flow, shown);
  if (other === undefined) {
    noteOtherText(played, turn, shown);
    played.steps.push({ expect: expectationOf(chat) });
  }
  return other;
}

async function playStep(
  { bot, chat, steps, mask, test }: Played,
  taken: TurnTaken,
  beganAt: number,
): ReturnType<typeof doStep> {
  const waited = steps.reduce((sum, { wait = 0 }) => sum + wait, 0);
  const wait = Math.floor((beganAt - Date.parse(test.now)) / 1_000) - waited;
  if (wait > 0 && readsClock(bot.flow)) {
    steps.push({ wait });
    await doStep(chat, { wait });
  }
  const { session, input } = chat;
  const flow = await chat.outside.openFlow(session);
  const step = stepOfInput(taken, { session, flow, input }, mask);
  steps.push(step);
  return doStep(chat, step);
}

/** What a turn showed then, and shows now. */
interface ShownTwice {
  readonly then: readonly ShownPart[];
  readonly now: readonly ShownPart[];
}

/** What a test is compared by: the clients of previews run other things than those of visitors. */
function seen(
  events: KeptTurn['events'],
  { attempt: { isPreview } }: Pick<Played, 'attempt'>,
): ShownPart[] {
  return shownParts(events).filter(({ kind }) => !isPreview || kind !== 'ACTION');
}

/** How a turn that shows other parts, or the same parts of other blocks, differs; undefined where it does not. */
function otherWay(flow: Flow, { then, now }: ShownTwice): string | undefined {
  const name = (part: ShownPart | undefined) => nameOf(flow, part);
  const index = [...then, ...now].findIndex((_, at) => name(then[at]) !== name(now[at]));
  if (index === -1) return undefined;
  return `the chat shows ${name(then[index])}, and a test ${name(now[index])}`;
}

function nameOf(flow: Flow, part: ShownPart | undefined): string {
  if (!part) return 'nothing more';
  if (part.kind === 'END') return 'its end';
  const what = { MESSAGE: 'a message', INPUT: 'an input', ACTION: 'an action' }[part.kind];
  // Some messages have an id that is made for them.
  const place = flow.block(part.blockId ?? '');
  return place ? `${what} of block ${place.block.id}` : what;
}

/** Notes a turn whose texts are others, where none was replaced. */
function noteOtherText({ attempt, notes }: Played, turn: number, { then, now }: ShownTwice): void {
  if (attempt.masked !== 'SECRETS') return;
  if (then.every(({ text }, index) => text === now[index]?.text)) return;
  notes.push(`Turn ${turn} does not show the same: it depends on the time, chance or its stubs`);
}

/** What the turn before showed, as it must be. */
function expectationOf({
  events,
  input,
  session,
}: Pick<TestChat, 'events' | 'input' | 'session'>): Expectation {
  const texts = events.flatMap((event) =>
    event.kind === 'message' ? [expectedText(saidText(event.message))] : [],
  );
  const actions = events.flatMap((event) => (event.kind === 'action' ? [event.action] : []));
  const items = input?.items?.map((item) => expectedText(itemLabel(item)));
  return {
    ...(texts.length <= MAX_LISTED && { texts }),
    input: input
      ? { kind: input.type, ...(items && items.length <= MAX_LISTED && { items }) }
      : null,
    ...(actions.length > 0 && actions.length <= MAX_LISTED && { actions }),
    ends: session.phase === 'ended',
  };
}

/** What tests may have at most: members of a list, and characters of a text. */
const [MAX_LISTED, MAX_TEXT] = [100, 10_000] as const;

function expectedText(text: string): ExpectedText {
  return text.length <= MAX_TEXT ? text : { like: `${text.slice(0, MAX_TEXT - 1)}*` };
}
