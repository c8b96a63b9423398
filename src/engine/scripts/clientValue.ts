import type { ClientScript, BlockResult } from '../blocks/kind/block.js';
import type { EffectResult } from '../interpreter/effect.js';
import { parseJson } from '../values/parseJson.js';
import { toValue } from '../values/toValue.js';
import { setTo, type ValueOptions } from '../blocks/kind/valueKind.js';

/** A script for a value, and what its author said of it, which clients may heed. */
export interface ValueScript extends ClientScript {
  readonly isCode?: boolean | undefined;
  readonly isUnsafe?: boolean | undefined;
}

/** Lets the client work out a value: it runs the script and sends back what came of it. */
export function requestClientValue(scriptToExecute: ValueScript): BlockResult {
  return { go: 'client', action: { type: 'setVariable', setVariable: { scriptToExecute } } };
}

/** Sets the variable to what the client sent back; a client that sends nothing leaves it as it was. */
export function setToReported(options: ValueOptions, answer: EffectResult): BlockResult {
  if (!answer.ok || typeof answer.value !== 'string') return { go: 'next' };
  return setTo(options, toValue(readReport(answer.value)));
}

/** The JSON that was sent; what is no JSON, or a number with more digits than JSON numbers keep, stays text. */
function readReport(text: string): unknown {
  const report = parseJson(text);
  const isRounded = typeof report === 'number' && !Number.isSafeInteger(Math.trunc(report));
  return report === undefined || isRounded ? text : report;
}
