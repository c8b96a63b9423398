import type { Answer, Ask, Assignment, ScriptArg } from '../../src/engine/effect.js';

/** Answers an ask as the sandbox would, by running the code right here: for flows of our own making only. */
export function answerOf(ask: Ask): Answer {
  switch (ask.kind) {
    case 'evaluate':
      return { ok: true, value: ask.expressions.map((body) => runBody(body, ask.args)) };
    case 'runScript':
      return runScript(ask);
    default:
      return { ok: false, error: `${ask.kind} is not available in this test` };
  }
}

function runScript({ code, args }: Extract<Ask, { kind: 'runScript' }>): Answer {
  const assignments: Assignment[] = [];
  const setVariable = (name: string, value: unknown) => void assignments.push({ name, value });
  return { ...runBody(code, [...args, { id: 'setVariable', value: setVariable }]), assignments };
}

function runBody(body: string, args: readonly ScriptArg[]): Answer {
  try {
    const code = new Function(...args.map(({ id }) => id), `'use strict';\n${body}`);
    const value: unknown = code(...args.map((arg) => arg.value));
    if (typeof value === 'function' || typeof value === 'symbol')
      throw new TypeError('No JSON value');
    const json: string | undefined = JSON.stringify(value);
    return json === undefined ? { ok: true } : { ok: true, value: JSON.parse(json) };
  } catch (error) {
    return { ok: false, error: String(error) };
  }
}
