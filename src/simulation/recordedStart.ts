import { toValue, type BotTest } from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import type { ReplayInput, ReplayRecord, ReplayStart } from '../schema/chatReplay.js';
import type { Mask } from './maskAnswers.js';
import type { KeptChat } from './replayChat.js';
import type { SimulatedBot } from './simulatedBot.js';

/** Says why no test can be made of a chat. */
export function unrecordable(reason: string): Failure {
  return new Failure('CHAT_NOT_RECORDABLE', `No test can be made of this chat. ${reason}`);
}

/** How a chat began, if it began as tests do. Fails with `CHAT_NOT_RECORDABLE`. */
export function startOf({ turns: [first] }: KeptChat): ReplayStart {
  const { start, input } = first?.record ?? {};
  if (!start) throw unrecordable('How it began was not kept');
  if ('omitted' in start) throw unrecordable(OMITTED[start.omitted]);
  if (input && 'at' in input && input.at) {
    throw unrecordable('It began at a chosen place; tests begin where visitors do');
  }
  return start;
}

const OMITTED = {
  SIZE: 'The values that it began with are too long',
  SECRET: 'It began with a value that looks like a secret, which is not kept',
} as const;

/** A test that only begins, as a chat began. */
export function begunTest(
  { flow }: SimulatedBot,
  { turns }: KeptChat,
  { name, seed, mask }: { readonly name: string; readonly seed: string; readonly mask: Mask },
): BotTest {
  const start = startOf({ sessionId: '', turns });
  const { timeZone, locale } = start;
  const firstMessage = firstText(turns, mask);
  const variables = variablesOf(flow, start, mask);
  return {
    format: 1,
    name,
    now: new Date(turns[0]?.record.beganAt ?? 0).toISOString(),
    seed,
    ...(timeZone !== undefined && { timeZone }),
    ...(locale !== undefined && { locale }),
    ...(variables.length > 0 && { variables: Object.fromEntries(variables) }),
    ...(firstMessage !== undefined && { firstMessage }),
    steps: [],
  };
}

/** The text that came with the start, or that started a chat which was only registered. */
function firstText(turns: KeptChat['turns'], mask: Mask): string | undefined {
  const [first] = turns.flatMap(({ record: { input } }) => (isKept(input) ? [input] : []));
  const text = first?.message?.text;
  return text === undefined ? undefined : mask.own(text);
}

function isKept(input: ReplayRecord['input']): input is ReplayInput {
  return input !== undefined && !('omitted' in input);
}

/** The values that variables begin with: those that were filled in, and those that were remembered of the visitor. */
function variablesOf(
  { definition }: SimulatedBot['flow'],
  { prefilledVariables = {}, remembered }: ReplayStart,
  mask: Mask,
): [string, unknown][] {
  const own = new Map(definition.variables.map(({ name, value }) => [name, toValue(value)]));
  const earlier = (remembered?.variables ?? []).filter(({ name }) => own.get(name) === null);
  const values = new Map<string, unknown>(earlier.map(({ name, value }) => [name, value]));
  for (const [name, value] of Object.entries(prefilledVariables)) {
    if (own.has(name)) values.set(name, value);
  }
  return [...values].map(([name, value]) => [
    name,
    typeof value === 'string' ? mask.own(value) : mask.value(value),
  ]);
}
