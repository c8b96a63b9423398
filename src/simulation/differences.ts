import { isDeepStrictEqual } from 'node:util';
import {
  isJsonRecord,
  toValue,
  type Expectation,
  type ExpectedText,
  type InputRequest,
  type Session,
  type TurnEvent,
} from '../engine/index.js';
import { itemLabel, linesOf, saidText } from './chatLines.js';
import { expectedLine, isAsExpected, isLike } from './likeText.js';

/** What a chat shows after a turn. */
export interface Shown {
  /** The events of the turn. */
  readonly events: readonly TurnEvent[];
  readonly session: Session;
  /** Whether its result counts as completed. */
  readonly isCompleted: boolean;
}

/** What was not as expected: a sentence, and lines that begin with `-` for what was expected and `+` for what came. */
export interface Difference {
  readonly message: string;
  readonly diff: readonly string[];
}

/** The first difference between what was expected and what is there; undefined where there is none. */
export function firstDifference(expected: Expectation, shown: Shown): Difference | undefined {
  const said = shown.events.flatMap((event) =>
    event.kind === 'message' ? [saidText(event.message)] : [],
  );
  const logged = shown.events.flatMap((event) =>
    event.kind === 'log' ? [event.log.description] : [],
  );
  const input = inputOf(shown.events);
  const visible = [...said, ...labelsOf(input)];
  return (
    listDifference('The bot says something else', expected.texts, said) ??
    absence('The bot does not say this', expected.shows, said) ??
    presence(expected.doesNotShow, visible) ??
    inputDifference(expected.input, input) ??
    valuesDifference(expected.variables, shown.session) ??
    answersDifference(expected.answers, shown.session) ??
    actionsDifference(expected.actions, shown.events) ??
    absence('Nothing like this was logged', expected.logs, logged) ??
    flagDifference('completed', expected.isCompleted, shown.isCompleted) ??
    flagDifference('over', expected.ends, shown.session.phase === 'ended')
  );
}

/**
 * The steps that a comparison takes at most: the characters of what is searched for, times those in which it is. Texts that must be the same
 * are not searched for.
 */
export function stepsOf(expected: Expectation, { events, session }: Shown): number {
  const wanted = soughtIn(expected);
  if (wanted.length === 0) return 0;
  const given = session.stack.at(-1)?.answers ?? [];
  const there = [...linesOf(events), ...given.map(({ value }) => value)];
  return lengthOf(wanted) * lengthOf(there);
}

function soughtIn({ input, doesNotShow = [], ...expected }: Expectation): string[] {
  const { texts = [], shows = [], logs = [], answers = {} } = expected;
  const all = [...texts, ...shows, ...logs, ...(input?.items ?? []), ...Object.values(answers)];
  const likes = all.flatMap((one) => (typeof one === 'string' ? [] : [one.like]));
  return [...likes, ...doesNotShow.map((one) => (typeof one === 'string' ? one : one.like))];
}

function lengthOf(texts: readonly string[]): number {
  return texts.reduce((length, text) => length + text.length, 0);
}

/** The input at which a turn waits; undefined where it waits for no answer. */
export function inputOf(events: readonly TurnEvent[]): InputRequest | undefined {
  const last = events.findLast(({ kind }) => kind === 'input');
  return last?.kind === 'input' ? last.input : undefined;
}

function labelsOf(input: InputRequest | undefined): string[] {
  return (input?.items ?? []).map(itemLabel);
}

function listDifference(
  message: string,
  expected: readonly ExpectedText[] | undefined,
  came: readonly string[],
): Difference | undefined {
  if (!expected) return undefined;
  const fits = (index: number) => {
    const [text, one] = [came[index], expected[index]];
    return text !== undefined && one !== undefined && isAsExpected(text, one);
  };
  if (expected.length === came.length && expected.every((_, index) => fits(index))) {
    return undefined;
  }
  const first = [...expected, ''].findIndex((_, index) => !fits(index));
  return {
    message,
    diff: [
      ...came.slice(0, first).map((line) => `  ${line}`),
      ...expected.slice(first).map((one) => `- ${expectedLine(one)}`),
      ...came.slice(first).map((line) => `+ ${line}`),
    ],
  };
}

function absence(
  message: string,
  expected: readonly ExpectedText[] = [],
  came: readonly string[],
): Difference | undefined {
  const missing = expected.find((one) => !came.some((text) => isAsExpected(text, one)));
  if (missing === undefined) return undefined;
  return { message, diff: [`- ${expectedLine(missing)}`, ...came.map((line) => `+ ${line}`)] };
}

function presence(
  unwanted: readonly ExpectedText[] = [],
  visible: readonly string[],
): Difference | undefined {
  for (const one of unwanted) {
    const isIn = (text: string) =>
      typeof one === 'string' ? text.includes(one) : isLike(text, `*${one.like}*`);
    const found = visible.find(isIn);
    if (found !== undefined) {
      return {
        message: `The bot shows what it should not: ${expectedLine(one)}`,
        diff: [`+ ${found}`],
      };
    }
  }
  return undefined;
}

function inputDifference(
  expected: Expectation['input'],
  input: InputRequest | undefined,
): Difference | undefined {
  if (expected === undefined) return undefined;
  const kind = input?.type ?? 'no input';
  if (expected === null) {
    return input && { message: 'It waits for an answer', diff: ['- no input', `+ ${kind}`] };
  }
  const wanted = expected.kind ?? (input ? kind : 'an input');
  if (wanted !== kind) {
    const message = input ? 'It waits at another input' : 'It waits at no input';
    return { message, diff: [`- ${wanted}`, `+ ${kind}`] };
  }
  return listDifference('It offers other items', expected.items, labelsOf(input));
}

function valuesDifference(
  expected: Expectation['variables'],
  { stack }: Session,
): Difference | undefined {
  const written = stack.at(-1)?.variables ?? [];
  for (const [name, value] of Object.entries(expected ?? {})) {
    const came = written.find((one) => one.name === name)?.value ?? null;
    if (isDeepStrictEqual(came, toValue(value))) continue;
    const diff = [`- ${name} = ${JSON.stringify(value)}`, `+ ${name} = ${JSON.stringify(came)}`];
    return { message: `Variable "${name}" has another value`, diff };
  }
  return undefined;
}

function answersDifference(
  expected: Expectation['answers'],
  { stack }: Session,
): Difference | undefined {
  const given = stack.at(-1)?.answers ?? [];
  for (const [name, wanted] of Object.entries(expected ?? {})) {
    const came = given.findLast(({ key }) => key === name)?.value;
    if (came !== undefined && isAsExpected(came, wanted)) continue;
    const diff = [`- ${name}: ${expectedLine(wanted)}`, `+ ${name}: ${came ?? 'no answer'}`];
    return { message: `The answer to "${name}" is another`, diff };
  }
  return undefined;
}

function actionsDifference(
  expected: Expectation['actions'],
  events: readonly TurnEvent[],
): Difference | undefined {
  if (!expected) return undefined;
  const came = events.flatMap((event) => (event.kind === 'action' ? [event.action] : []));
  const isSame = expected.every((one, index) => holds(came[index], one));
  if (isSame && expected.length === came.length) return undefined;
  return {
    message: 'The client is to run something else',
    diff: [
      ...expected.map((one) => `- ${JSON.stringify(one)}`),
      ...came.map((one) => `+ ${JSON.stringify(one)}`),
    ],
  };
}

/** Whether a value has all members of another, and the same values in them. */
function holds(value: unknown, wanted: unknown): boolean {
  if (!isJsonRecord(wanted)) return isDeepStrictEqual(value, wanted);
  if (!isJsonRecord(value)) return false;
  return Object.entries(wanted).every(([name, member]) => holds(value[name], member));
}

function flagDifference(
  what: string,
  expected: boolean | undefined,
  is: boolean,
): Difference | undefined {
  if (expected === undefined || expected === is) return undefined;
  const words = (flag: boolean) => (flag ? what : `not ${what}`);
  return { message: `The chat is ${words(is)}`, diff: [`- ${words(expected)}`, `+ ${words(is)}`] };
}
