import type { LocatedBlock } from '../flow/flow.js';
import { cleanText } from '../text/cleanText.js';
import type { Value } from '../values/value.js';
import { makeBlockCall } from './blockCall.js';
import { type Budget, BudgetSpent } from './budget.js';
import type { NextBlock } from './next.js';
import type { BlockCall, Frame } from './session.js';
import { stopTurn } from './stopTurn.js';
import { notePassed, topFrame, type TurnState } from './turnState.js';
import { variableById } from './variables.js';

/** More blocks than a sensible turn enters; a flow that loops is stopped here. */
export const MAX_BLOCKS_PER_TURN = 1_000;

/** More characters of messages than anyone reads in one turn. */
const MAX_CHARACTERS_PER_TURN = 1_000_000;

/** More characters of values than a sensible turn fills in and writes; it stops values that grow with every round. */
const MAX_CHARACTERS_MADE_PER_TURN = 2_000_000;

/** Enough blocks to show what loops, and enough characters of each. */
const [TRAIL_LENGTH, MAX_ENTRY_LENGTH] = [20, 1_000] as const;

/** The visit of one block: makes the call, and returns that of the next block. */
export type Visit = (turn: TurnState, call: BlockCall) => BlockCall | undefined;

/** Visits block after block until the walk rests, requests an effect, ends, or exceeds a limit of the turn. */
export function walk(turn: TurnState, from: BlockCall | undefined, visit: Visit): void {
  let call = from;
  while (call) call = visit(turn, call);
}

/** Visits a block; the one `Visit` that changes the turn. */
export function nextCall(turn: TurnState, call: BlockCall): BlockCall | undefined {
  try {
    const next = makeBlockCall(turn, call);
    const reason = next && reasonToStop(turn, next);
    if (reason !== undefined) return stopTurn(turn, `${reason} (${loopOf(turn.trail)})`);
    return next && firstCall(turn, next);
  } catch (error) {
    if (!(error instanceof BudgetSpent)) throw error;
    return stopTurn(turn, `it was more work than a turn may be (${loopOf(turn.trail)})`);
  }
}

/** The first call of a block, or of one that resumes at once; it counts as one more block. */
export function firstCall(turn: TurnState, next: NextBlock): BlockCall {
  const { block, group, index, message, resumption } = next;
  if (next.isBack !== true) {
    notePassed(turn, 'reached', block.id);
    turn.entered.set(keyOf(turn, next), turn.stack);
  }
  turn.blocksEntered += 1;
  const entered = `${group.title}: ${block.type} ${block.id}`.slice(0, MAX_ENTRY_LENGTH);
  turn.trail = [...turn.trail, entered].slice(-TRAIL_LENGTH);
  const spot = { groupId: group.id, index, evaluated: [] };
  if (resumption) {
    const { memo, ...answer } = resumption;
    return { ...spot, method: 'resume', answer, memo };
  }
  return message
    ? { ...spot, method: 'parseReply', message, isResubmitted: true }
    : { ...spot, method: 'enter' };
}

function reasonToStop(turn: TurnState, next: NextBlock): string | undefined {
  if (turn.charactersMade >= MAX_CHARACTERS_MADE_PER_TURN) {
    return `it filled in and wrote more than ${MAX_CHARACTERS_MADE_PER_TURN} characters of values`;
  }
  const isTooLong =
    turn.blocksEntered >= MAX_BLOCKS_PER_TURN || turn.charactersSaid >= MAX_CHARACTERS_PER_TURN;
  return isTooLong || (next.isBack !== true && isLoop(turn, next))
    ? 'the flow goes round without waiting for an answer'
    : undefined;
}

/** The trail since the last visit of its final block, when the trail still holds that visit. */
function loopOf(trail: readonly string[]): string {
  const earlier = trail.lastIndexOf(String(trail.at(-1)), -2);
  return cleanText(trail.slice(Math.max(0, earlier)).join(' → '));
}

/**
 * Whether a block is entered again with the same bots, variables and continuations, so that the walk would loop for
 * ever. Results are not compared: a linked bot may have a new one each time.
 */
function isLoop(turn: TurnState, place: LocatedBlock): boolean {
  const before = turn.entered.get(keyOf(turn, place));
  // `slice` instead of an index, because an index may be undefined to the compiler.
  return (
    before?.length === turn.stack.length &&
    before.every((frame, depth) =>
      turn.stack.slice(depth, depth + 1).every((now) => isSame(frame, now, turn.budget)),
    )
  );
}

function keyOf(turn: TurnState, { group, index }: LocatedBlock): string {
  return `${index} ${topFrame(turn).flowId} ${group.id}`;
}

function isSame(before: Frame, now: Frame, budget: Budget): boolean {
  if (now === before) return true;
  budget.charge(now.variables.length * VARIABLE_STEPS);
  return returnKey(before) === returnKey(now) && sameVariables(before, now);
}

const VARIABLE_STEPS = 4;

function sameVariables({ variables: before }: Frame, { variables: now }: Frame): boolean {
  if (before === now) return true;
  return (
    before.length === now.length &&
    now.every(({ id, value }) => sameValue(variableById(before, id)?.value ?? null, value))
  );
}

function sameValue(before: Value, now: Value): boolean {
  if (before === now) return true;
  if (!Array.isArray(before) || !Array.isArray(now) || before.length !== now.length) return false;
  return now.every((text, index) => text === before[index]);
}

function returnKey({ botId, flowId, continuations, returnMark }: Frame): string {
  return JSON.stringify([botId, flowId, continuations, returnMark]);
}
