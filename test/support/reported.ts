import { expect } from '@jest/globals';
import type { StepResult } from '../../src/engine/interpreter/step.js';
import { recordAt, recordsAt, textAt } from './parts.js';
import { runCode } from './runCode.js';

/** The value that a client with these globals computes for the `setVariable` action at the end of a turn. */
export function reported(turn: StepResult | undefined, globals: object): unknown {
  const action = turn?.events.flatMap((event) => (event.kind === 'action' ? [event.action] : []));
  expect(action).toMatchObject([
    { type: 'setVariable', expectsDedicatedReply: true, setVariable: { scriptToExecute: {} } },
  ]);
  const script = recordAt(action?.[0], 'setVariable.scriptToExecute');
  const [content, args] = [textAt(script, 'content'), recordsAt(script, 'args')];
  const values = Object.fromEntries(args.map(({ id, value }) => [String(id), value] as const));
  const body = content.includes('return ') ? content : `return ${content}`;
  return runCode(body, { ...globals, ...values });
}
