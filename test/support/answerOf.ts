import { runInNewContext } from 'node:vm';
import type {
  EffectResult,
  Effect,
  Assignment,
  ScriptArg,
} from '../../src/engine/interpreter/effect.js';

/**
 * Handles an effect as the sandbox would, but runs the code in this process: only for the tests' own flows. Equal code
 * is run once, since a realm takes a millisecond to make.
 */
export function answerOf(effect: Effect): EffectResult {
  if (effect.kind !== 'evaluate' && effect.kind !== 'runScript') return handle(effect);
  const key = JSON.stringify(effect);
  const known = answers.get(key) ?? handle(effect);
  answers.set(key, known);
  return known;
}

const answers = new Map<string, EffectResult>();

function handle(effect: Effect): EffectResult {
  switch (effect.kind) {
    case 'evaluate':
      return { ok: true, value: effect.expressions.map((body) => runBody(body, effect.args)) };
    case 'runScript':
      return runScript(effect);
    default:
      return { ok: false, error: `${effect.kind} is not available in this test` };
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

/** Runs code in a realm of its own, as the sandbox does, so that no run affects another. */
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
