import { withAnswers } from '../interpreter/answers.js';
import type {
  Frame,
  Mark,
  NamedAnswer,
  Rest,
  Session,
  VariableState,
} from '../interpreter/session.js';
import { brief, findPosition, placeText, type Position } from '../flow/position.js';
import type { Move, MoveCode, MoveReason } from './moveReason.js';
import type { FlowPair } from './pairFlows.js';
import type { Variable } from '../documents/variable.js';
import { isEqual } from '../flow/diff/changedPaths.js';
import { toValue } from '../values/value.js';
import { isJsonRecord, type JsonRecord } from '../documents/jsonRecord.js';
import type { LocatedBlock } from '../flow/flow.js';

/** A chat in another version of its flow, or the reasons why it cannot be there. */
export type MovedSession =
  | { readonly session: Session; readonly reasons?: undefined }
  | { readonly session?: undefined; readonly reasons: readonly MoveReason[] };

/**
 * Takes a chat between two turns from one version of the flow of its bot to another: the block where it waits and those to which it comes
 * back are found by their ids, variables by id, else by name. Frames of other bots stay as they are. Pure, and never throws; the session is not changed.
 * A turn that is open must be finished before.
 */
export function moveSession(session: Session, pair: FlowPair): MovedSession {
  if (pair.old.id === pair.now.id) return { session };
  const move: Move = { ...pair, reasons: [] };
  const botId = session.stack[0]?.botId;
  const isOurs = (frame: Frame) => frame.botId === botId && frame.flowId === pair.old.id;
  const stack = session.stack.map((frame, depth) =>
    isOurs(frame) ? movedFrame(move, frame, depth) : frame,
  );
  const isHere = session.stack.slice(-1).some(isOurs);
  const at = session.at && (isHere ? movedRest(move, session.at) : session.at);
  if (lacksTranscript(move, session)) {
    const message = 'The version reads what was said in the chat, which was not kept';
    move.reasons.push({ code: 'TRANSCRIPT_MISSING', message });
  }
  if (move.reasons.length > 0) return { reasons: move.reasons };
  return { session: { ...session, stack, ...(at && { at }) } };
}

function lacksTranscript({ old, now }: Move, { phase }: Session): boolean {
  return now.keepsTranscript && !old.keepsTranscript && phase !== 'registered';
}

function movedFrame(move: Move, frame: Frame, depth: number): Frame {
  const { continuations, returnMark } = frame;
  return {
    ...frame,
    flowId: move.now.id,
    variables: movedVariables(move, frame.variables, depth === 0),
    answers: movedAnswers(move, frame.answers),
    continuations: continuations.map((mark) => movedMark(move, mark)),
    ...(returnMark && { returnMark: movedMark(move, returnMark) }),
  };
}

/** Answers are kept under names of variables and titles of groups, these with a number behind the second and later ones. */
function movedAnswers({ renamed }: Move, answers: readonly NamedAnswer[]): NamedAnswer[] {
  const nameNow = (key: string) => renamed.find((names) => names.has(key))?.get(key);
  const keyNow = (key: string): string => {
    const [number = ''] = / \(\d+\)$/.exec(key) ?? [];
    const title = key.slice(0, key.length - number.length);
    return nameNow(key) ?? `${nameNow(title) ?? title}${number}`;
  };
  return withAnswers(
    [],
    answers.map((answer) => ({ ...answer, key: keyNow(answer.key) })),
  );
}

function movedMark(move: Move, mark: Mark): Mark {
  return { ...mark, ...movedPosition(move, mark, mark.then === 'hear') };
}

function movedRest(move: Move, at: Rest): Rest {
  const { asked } = at;
  return {
    ...at,
    ...movedPosition(move, at, true),
    ...(asked && { asked: movedPosition(move, asked, false) }),
  };
}

/** Where the block of a position is now; with `isAnswered` it must understand answers as before. */
function movedPosition(move: Move, position: Position, isAnswered: boolean): Position {
  const { old, now, doubled } = move;
  const was = findPosition(old, position);
  const is = was && now.block(was.block.id);
  const refuse = (code: MoveCode, what: string): Position => {
    const place = was ? placeText(was) : `A block of group "${brief(position.groupId)}"`;
    const blockId = was && { blockId: was.block.id };
    move.reasons.push({
      ...{ code, message: `${place} ${what}` },
      ...{ groupId: position.groupId, ...blockId },
    });
    return position;
  };
  if (!is) return refuse('BLOCK_GONE', 'is not in the version');
  if (doubled.has(is.block.id)) return refuse('BLOCK_DOUBLED', 'has an id that is there twice');
  const isSame = is.block.type === was.block.type;
  if (!isSame || (isAnswered && !hasSameMeaning(was.block, is.block))) {
    return refuse('BLOCK_CHANGED', 'understands answers in another way');
  }
  return { groupId: is.group.id, index: is.index };
}

/**
 * The variables of a chat under their ids and names in the version to which it moves. One that this version does not have keeps its value,
 * which belongs to the result, unless the old version reads it: then it is a reason not to move. `isRoot`: the bot was not linked from
 * another one, so its new variables have the values that are stored in the flow.
 */
function movedVariables(
  move: Move,
  variables: readonly VariableState[],
  isRoot: boolean,
): VariableState[] {
  const { now } = move;
  const taken = new Set(variables.flatMap(({ id }) => now.variable(id)?.id ?? []));
  const moved = variables.flatMap((state) => {
    const is = now.variable(state.id) ?? madeAgain(move, state, taken);
    if (!is) return kept(move, state);
    taken.add(is.id);
    return renamed(state, is);
  });
  return isRoot ? [...initial(move, taken), ...moved] : moved;
}

function renamed(state: VariableState, { id, name, isSessionVariable }: Variable): VariableState {
  return { id, name, value: state.value, ...(isSessionVariable === true && { isSessionVariable }) };
}

/** The variable of the same name that was made in place of a deleted one. */
function madeAgain(
  { old, now }: Move,
  { name }: VariableState,
  taken: ReadonlySet<string>,
): Variable | undefined {
  const named = now.variableNamed(name);
  return named && !old.variable(named.id) && !taken.has(named.id) ? named : undefined;
}

/** A variable that the version does not have: without a value, or with the value that its flow gave it, nothing is lost. */
function kept(move: Move, state: VariableState): VariableState[] {
  const { old, now, read, reasons } = move;
  const { id: variableId, name, value } = state;
  const was = old.variable(variableId);
  if (value === null || (was && isEqual(toValue(was.value), value))) return [];
  if (read.has(variableId) || now.variableNamed(name)) {
    const message = `Variable "${brief(name)}" has a value and is not in the version`;
    reasons.push({ code: 'VARIABLE_GONE', message, variableId });
  }
  return [state];
}

/** The variables that the old version did not have, with the values stored in the flow. */
function initial({ old, now }: Move, taken: ReadonlySet<string>): VariableState[] {
  return now.definition.variables.flatMap((variable) => {
    const { id, name } = variable;
    const isNew = !taken.has(id) && !old.variable(id) && !old.variableNamed(name);
    const value = isNew && now.variable(id) === variable ? toValue(variable.value) : null;
    return value === null ? [] : [renamed({ id, name, value }, variable)];
  });
}

/** Whether a block understands what a visitor sends, or a client reports, as another one does: only edges and looks may differ. */
function hasSameMeaning(one: LocatedBlock['block'], other: LocatedBlock['block']): boolean {
  return isEqual(understanding(one), understanding(other));
}

/** The options of inputs that only change how these look, or what is said of an answer that is not valid. */
const LOOKS: ReadonlySet<string> = new Set([
  ...(['retryMessageContent', 'isLong', 'inputMode', 'buttonLabel'] as const),
  ...(['isSearchable', 'searchInputPlaceholder', 'areInitialSearchButtonsVisible'] as const),
]);

/** The members of a block that decide what it makes of a reply. */
function understanding({ options, ...block }: LocatedBlock['block'] & JsonRecord): unknown {
  return withoutEdges({
    ...block,
    options: isJsonRecord(options) ? withoutLooks(options) : options,
  });
}

function withoutLooks({ labels, ...options }: JsonRecord): JsonRecord {
  const kept = Object.entries(options).filter(([name]) => !LOOKS.has(name));
  // The words between two days are read in an answer.
  const separator = isJsonRecord(labels) ? labels['separator'] : undefined;
  return { ...Object.fromEntries(kept), separator };
}

function withoutEdges(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutEdges);
  if (!isJsonRecord(value)) return value;
  const members = Object.entries(value).filter(([name]) => name !== 'outgoingEdgeId');
  return Object.fromEntries(members.map(([name, member]) => [name, withoutEdges(member)]));
}
