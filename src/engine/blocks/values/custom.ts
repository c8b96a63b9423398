import { z } from 'zod';
import { askClient, setToReported } from '../../clientValue.js';
import { defineValue, setTo } from '../../valueKind.js';
import { askToRun, assignedBy } from '../../serverScript.js';
import { guessType } from '../../guessType.js';
import { hasInlineCode, loneName } from '../../template.js';
import { toValue } from '../../toValue.js';

/**
 * A value the author wrote: tried as code, and text when that fails (engine §4.7, choices "Better than the original").
 * Code that was stopped did not fail by itself: that is logged, and the variable stays as it was.
 * What code would not change, what only looks like a number, and what its author marked as no code is text from the
 * start. The client may be asked to run it instead.
 */
export const custom = defineValue({
  type: 'Custom',
  summary: 'A text, or the result of JavaScript.',
  example: { expressionToEvaluate: '{{Age}} + 1' },
  schema: z.looseObject({
    expressionToEvaluate: z
      .string()
      .optional()
      .describe('JavaScript or a text; may hold variables. The variable is cleared when absent.'),
    isCode: z
      .boolean()
      .optional()
      .describe(
        'True: a failure of the code is logged. False: never run. Absent: run, and a text when that fails.',
      ),
    saveErrorInVariableId: z
      .string()
      .optional()
      .describe('The variable that gets the reason when code that is marked as such fails.'),
    isExecutedOnClient: z
      .boolean()
      .optional()
      .describe('Whether the client runs the code and reports the result; false when absent.'),
    isUnsafe: z.boolean().optional().describe('Handed on to the client.'),
  }),
  enter: (options, here) => {
    const { expressionToEvaluate: code = '', isCode, isExecutedOnClient, isUnsafe } = options;
    const isText = code === '' || isCode === false || hasInlineCode(code);
    if (!isText && isExecutedOnClient) {
      return askClient({ ...here.clientScript(code), isCode, isUnsafe });
    }
    if (isText || isUnchanged(code)) return setTo(options, toValue(here.text(code)));
    return { go: 'outside', memo: code, ask: askToRun(here.script(code)) };
  },
  resume: (answer, options, here) => {
    if (options.isExecutedOnClient) return setToReported(options, answer);
    const { variableId, saveErrorInVariableId, isCode } = options;
    const assigned = assignedBy(answer, here);
    if (answer.ok)
      return { go: 'next', set: [...assigned, { variableId, value: toValue(answer.value) }] };
    const isStopped = answer.reason === 'limit';
    const text = { variableId, value: toValue(here.text(String(answer.memo))) };
    const set = isStopped ? assigned : [...assigned, text];
    if (!isCode && !isStopped) return { go: 'next', set };
    const description = `The code of a variable failed: ${answer.error}`;
    const reason = saveErrorInVariableId && {
      variableId: saveErrorInVariableId,
      value: answer.error,
    };
    return {
      go: 'next',
      set: reason ? [...set, reason] : set,
      logs: [{ status: 'error', description }],
    };
  },
});

/** One variable, or a number as it stands. (Text with inline code of its own never comes here: code is not run twice.) */
function isUnchanged(code: string): boolean {
  return loneName(code) !== undefined || isNumberAsWritten(code);
}

/** A number that code would give back unchanged, or that would lose a zero, a plus or digits that were written. */
function isNumberAsWritten(code: string): boolean {
  if (code.trim() === '' || Number.isNaN(Number(code))) return false;
  const guess = guessType(code);
  return typeof guess === 'string' || String(guess) === code || /0[^.]/.test(code);
}
