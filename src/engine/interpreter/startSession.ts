import { withAnswers } from './answers.js';
import type { Flow } from '../flow/flow.js';
import { answerKey } from '../flow/linkedVariable.js';
import {
  STATE_VERSION,
  type Frame,
  type MessengerContact,
  type NamedAnswer,
  type Session,
  type SessionSettings,
  type VariableState,
} from './session.js';
import { toValue, type Value } from '../values/value.js';

/** The arguments of the start of a chat. */
export interface ChatStart {
  readonly flow: Flow;
  readonly botId: string;
  /** Absent in a preview. */
  readonly resultId?: string | undefined;
  readonly isPreview: boolean;
  readonly isStreamEnabled: boolean;
  /** Absent when the caller may read the bot: see `SessionSettings`. */
  readonly reach?: SessionSettings['reach'] | undefined;
  /** Its turns are traced. */
  readonly isTraced?: boolean | undefined;
  /** What running its turns again needs is kept. */
  readonly isReplayable?: boolean | undefined;
  /** The visitor of a messenger chat. */
  readonly messenger?: MessengerContact | undefined;
  /** A known IANA name; UTC when absent. */
  readonly timeZone?: string | undefined;
  /** The languages that the visitor wants, as `languageOf` reads them; of no matter to a flow without translations. */
  readonly locale?: string | undefined;
  /** By name of the variable, any JSON value. */
  readonly prefilledVariables?: Readonly<Record<string, unknown>> | undefined;
  /** Values and answers of an earlier run of the same result, when the bot remembers visitors. */
  readonly remembered?: Remembered | undefined;
  /** The chat continues an earlier result of a bot that does not remember visitors. */
  readonly replacesAnswers?: boolean | undefined;
}

/** The values and answers that a result keeps of a visitor. */
export interface Remembered {
  readonly variables: readonly { readonly name: string; readonly value: Value }[];
  /** Oldest first. */
  readonly answers: readonly RememberedAnswer[];
}

/** An answer of an earlier run, and the input it was given to. */
export interface RememberedAnswer {
  readonly blockId: string;
  readonly content: string;
}

/**
 * A session before its first step. A prefilled variable wins over the flow's own value; a remembered one fills a
 * variable that has neither. Names the flow does not have are ignored.
 */
export function startSession(start: ChatStart): Session {
  const { flow, botId, resultId, isPreview, isStreamEnabled, timeZone, reach, remembered } = start;
  return {
    stateVersion: STATE_VERSION,
    phase: 'registered',
    stack: [
      {
        flowId: flow.id,
        botId,
        ...(resultId !== undefined && { resultId }),
        variables: firstVariables(start),
        answers: firstAnswers(flow, remembered?.answers ?? []),
        continuations: [],
      },
    ],
    settings: {
      isPreview,
      isStreamEnabled,
      ...(timeZone !== undefined && { timeZone }),
      ...(reach && { reach }),
      ...(start.messenger && { messenger: start.messenger }),
      ...keptOf(start),
      ...(start.replacesAnswers && { replacesAnswers: true }),
    },
    answered: 0,
    ...(flow.showsProgress && { progress: 0 }),
    ...wantedOf(start),
  };
}

/**
 * The session before the first step of a chat in which nothing was filled in, from a later one of the chat, the flow that it began with, and
 * the languages that its visitor wanted then.
 */
export function plainStart({ stack, settings }: Session, flow: Flow, locale?: string): Session {
  const [{ botId, resultId }] = stack as [Frame]; // A stack is never empty.
  return startSession({ ...settings, flow, botId, resultId, locale });
}

/** The languages that the visitor wants, kept only where the flow has several. */
function wantedOf({ flow, locale }: ChatStart): Pick<Session, 'locale'> {
  return flow.definition.translations && locale !== undefined ? { locale } : {};
}

function keptOf({ isTraced, isReplayable }: ChatStart): Partial<SessionSettings> {
  return { ...(isTraced && { isTraced: true }), ...(isReplayable && { isReplayable: true }) };
}

function firstVariables({ flow, prefilledVariables = {}, remembered }: ChatStart): VariableState[] {
  const prefilled = new Map(Object.entries(prefilledVariables));
  const kept = new Map(remembered?.variables.map(({ name, value }) => [name, value]));
  const states = flow.definition.variables.map(({ id, name, value, isSessionVariable }) => ({
    id,
    name,
    value: prefilled.has(name)
      ? toValue(prefilled.get(name))
      : (toValue(value) ?? kept.get(name) ?? null),
    ...(isSessionVariable === true && { isSessionVariable }),
  }));
  return states.filter((state) => state.value !== null);
}

/** Keyed by the names they have in this version of the flow; answers to inputs that no longer exist are left out. */
function firstAnswers(flow: Flow, remembered: readonly RememberedAnswer[]): readonly NamedAnswer[] {
  const answers = remembered.map(({ blockId, content }) => {
    const place = flow.block(blockId);
    return { key: place ? answerKey(flow, place) : 'unknown', value: content };
  });
  return withAnswers([], answers);
}
