import { runInNewContext } from 'node:vm';
import type {
  EffectResult,
  Effect,
  Assignment,
  ScriptArg,
} from '../../src/engine/interpreter/effect.js';

/** Handles an effect as the sandbox would, by running the code in this process: only for flows of the tests. */
export function answerOf(ask: Effect): EffectResult {
  switch (ask.kind) {
    case 'evaluate':
      return { ok: true, value: ask.expressions.map((body) => runBody(body, ask.args)) };
    case 'runScript':
      return runScript(ask);
    default:
      return { ok: false, error: `${ask.kind} is not available in this test` };
  }
}

function runScript({
  code,
  args,
  capabilities,
}: Extract<Effect, { kind: 'runScript' }>): EffectResult {
  const assignments: Assignment[] = [];
  const printed: string[] = [];
  const setVariable = (name: string, value: unknown) => void assignments.push({ name, value });
  const log = (line: string) => void (capabilities?.console && printed.push(line));
  const granted = [
    { id: 'setVariable', value: setVariable },
    { id: 'console', value: { log } },
  ];
  const outcome = runBody(code, [...args, ...granted]);
  return { ...outcome, assignments, ...(printed.length > 0 && { printed }) };
}

/** In a realm of its own, as the sandbox does: what code leaves behind meets nothing else. */
function runBody(body: string, args: readonly ScriptArg[]): EffectResult {
  try {
    const globals = Object.fromEntries(args.map(({ id, value }) => [id, value]));
    const value: unknown = runInNewContext(`(function () {\n${body}\n})()`, globals);
    if (typeof value === 'function' || typeof value === 'symbol')
      throw new TypeError('No JSON value');
    const json: string | undefined = JSON.stringify(value);
    return json === undefined ? { ok: true } : { ok: true, value: JSON.parse(json) };
  } catch (error) {
    return { ok: false, error: String(error) };
  }
}
