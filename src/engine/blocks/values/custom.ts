import { z } from 'zod';
import { defineValue, setTo } from '../../valueKind.js';
import { guessType } from '../../guessType.js';
import { hasInlineCode, loneName } from '../../template.js';
import { toValue } from '../../toValue.js';

/**
 * A value the author wrote: tried as code, and text when that fails (engine §4.7, choices "Better than the original").
 * What code would not change, and what only looks like a number, is text from the start.
 */
export const custom = defineValue({
  type: 'Custom',
  summary: 'A text, or the result of JavaScript.',
  schema: z.looseObject({
    expressionToEvaluate: z.string().optional(),
    isCode: z.boolean().optional(),
    saveErrorInVariableId: z.string().optional(),
  }),
  enter: (options, here) => {
    const { expressionToEvaluate: code = '' } = options;
    if (isText(code)) return setTo(options, toValue(here.text(code)));
    return { go: 'outside', memo: code, ask: { kind: 'runScript', ...here.script(code) } };
  },
  resume: (answer, options, here) => {
    if (answer.ok) return setTo(options, toValue(answer.value));
    const { variableId, saveErrorInVariableId, isCode } = options;
    const text = { variableId, value: toValue(here.text(String(answer.memo))) };
    if (!isCode) return { go: 'next', set: [text] };
    const description = `The code of a variable failed: ${answer.error}`;
    const reason = saveErrorInVariableId && {
      variableId: saveErrorInVariableId,
      value: answer.error,
    };
    return {
      go: 'next',
      set: reason ? [text, reason] : [text],
      logs: [{ status: 'error', description }],
    };
  },
});

/** Nothing, one variable, text with inline code of its own (code is never run twice), or a number as it stands. */
function isText(code: string): boolean {
  return (
    code === '' || loneName(code) !== undefined || hasInlineCode(code) || isNumberAsWritten(code)
  );
}

/** A number that code would give back unchanged, or that would lose a zero, a plus or digits that were written. */
function isNumberAsWritten(code: string): boolean {
  if (code.trim() === '' || Number.isNaN(Number(code))) return false;
  const guess = guessType(code);
  return typeof guess === 'string' || String(guess) === code || /0[^.]/.test(code);
}
