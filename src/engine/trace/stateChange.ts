import type { ChatState, Frame, NamedAnswer, VariableState } from '../interpreter/session.js';
import type { Value } from '../values/value.js';

/** One change of the state of a chat. `depth` is the place of the bot on the stack, from 0. */
export type StateChange =
  /** A variable was written; it moves to the end of the list. */
  | {
      readonly change: 'variable';
      readonly depth: number;
      readonly id: string;
      readonly name: string;
      readonly from: Value;
      readonly to: Value;
      readonly isSessionVariable?: boolean;
    }
  /** The list of variables changed in another way, as when a linked bot gave back its own. */
  | {
      readonly change: 'variables';
      readonly depth: number;
      readonly variables: readonly VariableState[];
    }
  /** An answer was given; it moves to the end of the list. */
  | { readonly change: 'answer'; readonly depth: number; readonly key: string; readonly to: string }
  | { readonly change: 'answers'; readonly depth: number; readonly answers: readonly NamedAnswer[] }
  /** Where the bot continues after a path, and where it returns to. */
  | ({ readonly change: 'marks'; readonly depth: number } & Pick<
      Frame,
      'continuations' | 'returnMark'
    >)
  /** A bot was opened at this depth, in place of what was there. */
  | { readonly change: 'opened'; readonly depth: number; readonly frame: Frame }
  /** Only this many bots are still open. */
  | { readonly change: 'closed'; readonly depth: number }
  /** A text was added to the first `kept` characters of the transcript. */
  | { readonly change: 'said'; readonly kept: number; readonly added: string }
  /** Another member of the state was set; null where it was removed. */
  | { readonly change: 'member'; readonly member: Member; readonly to: unknown };

/** Members of the state that are stored whole when they change. */
export const MEMBERS = ['phase', 'at', 'answered', 'progress', 'skipNextBubble', 'locale'] as const;
export type Member = (typeof MEMBERS)[number];

/** The members of a session that turns change, of a session or in the middle of a turn. */
export type StateSeen = { readonly [M in keyof ChatState]: ChatState[M] | undefined } & Pick<
  ChatState,
  'stack'
>;

/**
 * The changes that lead from one state to another. Members are compared by reference, because the engine never changes
 * a list or a frame in place.
 */
export function changesBetween(before: StateSeen, now: StateSeen): StateChange[] {
  const changes: StateChange[] = [];
  if (before.stack !== now.stack) addStackChanges(changes, before.stack, now.stack);
  for (const member of MEMBERS) {
    if (before[member] === now[member]) continue;
    changes.push({ change: 'member', member, to: now[member] ?? null });
  }
  if (before.transcript !== now.transcript) changes.push(saidSince(before, now));
  return changes;
}

function saidSince({ transcript: old = '' }: StateSeen, { transcript = '' }: StateSeen) {
  const kept = transcript.startsWith(old) ? old.length : 0;
  return { change: 'said', kept, added: transcript.slice(kept) } as const;
}

function addStackChanges(
  changes: StateChange[],
  before: readonly Frame[],
  now: readonly Frame[],
): void {
  if (now.length < before.length) changes.push({ change: 'closed', depth: now.length });
  now.forEach((frame, depth) => {
    const old = before[depth];
    if (old === frame) return;
    if (old && isSameRun(old, frame)) addFrameChanges(changes, depth, { old, frame });
    else changes.push({ change: 'opened', depth, frame });
  });
}

function isSameRun(old: Frame, frame: Frame): boolean {
  return (
    old.flowId === frame.flowId &&
    old.botId === frame.botId &&
    old.resultId === frame.resultId &&
    old.isMerging === frame.isMerging
  );
}

function addFrameChanges(changes: StateChange[], depth: number, { old, frame }: Frames): void {
  const { continuations, returnMark } = frame;
  if (old.variables !== frame.variables) changes.push(...writes(depth, { old, frame }));
  if (old.answers !== frame.answers) changes.push(...givenAnswers(depth, { old, frame }));
  if (old.continuations === continuations && old.returnMark === returnMark) return;
  changes.push({ change: 'marks', depth, continuations, ...(returnMark && { returnMark }) });
}

/** The frame of one run of a bot, before and now. */
interface Frames {
  readonly old: Frame;
  readonly frame: Frame;
}

function writes(depth: number, { old, frame: { variables } }: Frames): StateChange[] {
  const written = writtenTo(old.variables, variables, ({ id }) => id);
  if (!written) return [{ change: 'variables', depth, variables }];
  const values = new Map(old.variables.map(({ id, value }) => [id, value]));
  return written.map(({ value: to, ...state }) => {
    return { change: 'variable', depth, ...state, from: values.get(state.id) ?? null, to };
  });
}

function givenAnswers(depth: number, { old, frame: { answers } }: Frames): StateChange[] {
  const given = writtenTo(old.answers, answers, ({ key }) => key);
  if (!given) return [{ change: 'answers', depth, answers }];
  return given.map(({ key, value }) => ({ change: 'answer', depth, key, to: value }));
}

/**
 * The members of a list that are not in the old one, where the list is the old one without those of the same ids, and
 * then they; undefined where it came about in another way.
 */
function writtenTo<T>(
  old: readonly T[],
  now: readonly T[],
  idOf: (item: T) => string,
): readonly T[] | undefined {
  const known = new Set(old);
  const written = now.filter((item) => !known.has(item));
  const ids = new Set(written.map(idOf));
  const kept = old.filter((item) => !ids.has(idOf(item)));
  const isSimple =
    now.length === kept.length + written.length &&
    now.every((item, place) => item === (kept[place] ?? written[place - kept.length]));
  return isSimple ? written : undefined;
}
