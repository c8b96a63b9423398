import {
  notePassed,
  addLog,
  leaveMark,
  replaceTop,
  topFlow,
  topFrame,
  type TurnState,
} from './turnState.js';
import type { LocatedBlock, Flow } from '../flow/flow.js';
import { commandOptionsSchema } from '../documents/eventOptions.js';
import { edgeTarget } from '../flow/position.js';
import type { Mark } from './session.js';

/** Whether a flow has an event for this command with an edge that leads to a block. */
export function hasCommand(flow: Flow, command: string): boolean {
  return eventFor(flow, command) !== undefined;
}

/**
 * The block a command leads to. The pending input is marked for a `Return` block or, where an old flow says so, asked
 * again when the path of the command ends. A command without an event changes nothing and is logged.
 */
export function callCommand(turn: TurnState, command: string): LocatedBlock | undefined {
  const flow = topFlow(turn);
  const found = flow && eventFor(flow, command);
  if (!found) {
    addLog(turn, { status: 'error', description: `No event listens to command "${command}"` });
    return undefined;
  }
  if (turn.at) {
    const { groupId, index } = turn.at;
    keepPending(turn, { groupId, index, then: 'enter' }, found.resumesAfter);
  }
  turn.phase = 'running';
  notePassed(turn, 'edge', found.edgeId);
  return found.begin;
}

function keepPending(turn: TurnState, mark: Mark, resumesAfter: boolean): void {
  if (!resumesAfter) return leaveMark(turn, mark);
  const frame = topFrame(turn);
  replaceTop(turn, { ...frame, continuations: [mark] });
}

interface CommandEvent {
  readonly begin: LocatedBlock;
  readonly edgeId: string | undefined;
  readonly resumesAfter: boolean;
}

function eventFor(flow: Flow, command: string): CommandEvent | undefined {
  for (const { type, outgoingEdgeId, options } of flow.definition.events) {
    const listensTo = type === 'command' ? optionsSchema.parse(options) : {};
    const begin = listensTo.command === command ? edgeTarget(flow, outgoingEdgeId) : undefined;
    if (begin) {
      return { begin, edgeId: outgoingEdgeId, resumesAfter: listensTo.resumeAfter === true };
    }
  }
  return undefined;
}

const optionsSchema = commandOptionsSchema.catch({});
