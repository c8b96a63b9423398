import { expect } from '@jest/globals';
import type { StepResult } from '../../src/engine/interpreter/step.js';

/** What a client with these globals would work out for the `setVariable` action a turn ends with. */
export function reported(turn: StepResult | undefined, globals: object): unknown {
  const action = turn?.events.flatMap((event) => (event.kind === 'action' ? [event.action] : []));
  expect(action).toMatchObject([
    { type: 'setVariable', expectsDedicatedReply: true, setVariable: { scriptToExecute: {} } },
  ]);
  const payload = Object(action?.[0]?.['setVariable']);
  const { content, args } = payload.scriptToExecute;
  const names = [...Object.keys(globals), ...args.map(({ id }: { id: string }) => id)];
  const values = [...Object.values(globals), ...args.map((arg: { value?: unknown }) => arg.value)];
  const body = content.includes('return ') ? content : `return ${content}`;
  return new Function(...names, body)(...values);
}
