import type { ClientScript, BlockResult } from '../blocks/kind/block.js';
import type { EffectResult } from '../interpreter/effect.js';
import { parseJson } from '../values/parseJson.js';
import { toValue } from '../values/value.js';
import { setTo, type ValueOptions } from '../blocks/kind/valueKind.js';

/** A script for a value, and the author's settings for it, which clients may respect. */
export interface ValueScript extends ClientScript {
  readonly isCode?: boolean | undefined;
  readonly isUnsafe?: boolean | undefined;
}

/** Lets the client compute a value: it runs the script and reports the result. */
export function requestClientValue(scriptToExecute: ValueScript): BlockResult {
  return { go: 'client', action: { type: 'setVariable', setVariable: { scriptToExecute } } };
}

/** Sets the variable to the value the client reported; without a report the variable keeps its value. */
export function setToReported(options: ValueOptions, answer: EffectResult): BlockResult {
  if (!answer.ok || typeof answer.value !== 'string') return { go: 'next' };
  return setTo(options, toValue(readReport(answer.value)));
}

/** The reported JSON; a text that is not JSON, or a number with more digits than JSON numbers keep, stays text. */
function readReport(text: string): unknown {
  const report = parseJson(text);
  const isRounded = typeof report === 'number' && !Number.isSafeInteger(Math.trunc(report));
  return report === undefined || isRounded ? text : report;
}
