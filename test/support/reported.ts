import { expect } from '@jest/globals';
import type { StepResult } from '../../src/engine/interpreter/step.js';
import { recordAt, recordsAt, textAt } from './parts.js';

/** What a client with these globals would work out for the `setVariable` action a turn ends with. */
export function reported(turn: StepResult | undefined, globals: object): unknown {
  const action = turn?.events.flatMap((event) => (event.kind === 'action' ? [event.action] : []));
  expect(action).toMatchObject([
    { type: 'setVariable', expectsDedicatedReply: true, setVariable: { scriptToExecute: {} } },
  ]);
  const script = recordAt(action?.[0], 'setVariable.scriptToExecute');
  const [content, args] = [textAt(script, 'content'), recordsAt(script, 'args')];
  const names = [...Object.keys(globals), ...args.map(({ id }) => String(id))];
  const values = [...Object.values(globals), ...args.map(({ value }) => value)];
  const body = content.includes('return ') ? content : `return ${content}`;
  return new Function(...names, body)(...values);
}
