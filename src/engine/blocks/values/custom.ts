import { z } from 'zod';
import { variableIdSchema } from '../../documents/optionMeaning.js';
import { failureLog, shortened } from '../../interpreter/failureLog.js';
import type { Log } from '../../reply/reply.js';
import { requestClientValue, setToReported } from '../../scripts/clientValue.js';
import { isBody } from '../../scripts/script.js';
import { assignedBy, printedBy, runOnServer } from '../../scripts/serverScript.js';
import { hasInlineCode, loneName } from '../../text/names.js';
import { guessType } from '../../values/guessType.js';
import { toValue } from '../../values/value.js';
import type { BlockContext, BlockUpdates, ResumeInput } from '../kind/block.js';
import { defineValue, setTo, type ValueOptions } from '../kind/valueKind.js';
import { optional } from '../../fields/field.js';

/**
 * A value the author wrote: run as code, and used as text when that fails. When the code was stopped, for example by a
 * time limit, the variable keeps its value. Code that would not change its text, a number as it is written,
 * and text marked as no code are not run. The client may run it instead, but not that of a
 * messenger.
 */
export const custom = defineValue({
  type: 'Custom',
  holds: 'ANY',
  label: 'Text or code',
  summary: 'A text, or the result of JavaScript.',
  example: { expressionToEvaluate: '{{Age}} + 1' },
  schema: z.looseObject({
    expressionToEvaluate: optional(
      z.string(),
      'JavaScript or a text. The variable is cleared when absent.',
      {
        title: 'Value',
        control: 'CODE',
        language: 'JAVASCRIPT',
        textWhen: { isCode: [false] },
        isOnCanvas: true,
      },
    ),
    isCode: optional(
      z.boolean(),
      'On: it is code, and a failure is logged. Off: it is a text and never run. Not set: it is run, and a text when that fails.',
      { title: 'It is code' },
    ),
    saveErrorInVariableId: optional(
      variableIdSchema,
      'The variable that gets the reason when code that is marked as such fails.',
      { title: 'Save the reason of a failure in', showsWhen: { isCode: [true] } },
    ),
    isExecutedOnClient: optional(
      z.boolean(),
      'Whether the page of the chat runs the code; otherwise the server does.',
      { title: 'Runs on the page', default: false },
    ),
    isUnsafe: optional(z.boolean(), 'Handed on to the client.', {
      title: 'Marked as unsafe',
      default: false,
    }),
  }),
  enter: (options, context) => {
    const { expressionToEvaluate: code = '', isCode, isExecutedOnClient, isUnsafe } = options;
    const isText = code === '' || isCode === false || hasInlineCode(code);
    if (!isText && isExecutedOnClient && !context.settings.messenger) {
      return requestClientValue({ ...context.clientScript(code), isCode, isUnsafe });
    }
    if (isText || isUnchanged(code)) return setTo(options, toValue(context.text(code)));
    return { go: 'outside', memo: code, effect: runOnServer(context.script(code), context) };
  },
  resume: (answer, options, context) => {
    if (options.isExecutedOnClient && !context.settings.messenger) {
      return setToReported(options, answer);
    }
    const printed = printedBy(answer, 'The code of a variable');
    if (!answer.ok) {
      const { set, logs } = withoutCode(answer, options, context);
      return { go: 'next', set, logs: [...printed, ...logs] };
    }
    const value = { variableId: options.variableId, value: toValue(answer.value) };
    return { go: 'next', set: [...assignedBy(answer, context), value], logs: printed };
  },
});

/** An author's marks on code that may fail. */
interface Marks {
  readonly isCode?: boolean | undefined;
  readonly saveErrorInVariableId?: string | undefined;
}

/** The value when the code failed, and the log with the reason. */
function withoutCode(
  { error, reason, memo }: Extract<ResumeInput, { ok: false }>,
  options: ValueOptions & Marks,
  context: BlockContext,
): Required<Pick<BlockUpdates, 'set' | 'logs'>> {
  const { variableId, isCode, saveErrorInVariableId } = options;
  const code = String(memo);
  const isStopped = reason === 'limit';
  const isMarked = isStopped || isCode;
  const set = [
    ...(isStopped ? [] : [{ variableId, value: toValue(context.text(code)) }]),
    ...(isMarked && saveErrorInVariableId
      ? [{ variableId: saveErrorInVariableId, value: error }]
      : []),
  ];
  const isSurelyCode = isMarked || (isBody(code) && !error.startsWith('SyntaxError'));
  const why = isSurelyCode ? failureLog('The code of a variable failed', error) : usedAsText(error);
  return { set, logs: isSurelyCode || context.settings.isPreview ? [why] : [] };
}

/** The code may have been meant as text, so its failure is logged only in previews. */
function usedAsText(error: string): Log {
  const description = 'A custom value was taken as text, since it does not run as code';
  return { status: 'info', description, details: shortened(error) };
}

/**
 * Whether the code is one variable, a number as it is written, or the name of an object of the language. (Text with inline
 * code never gets here: code is not run twice.)
 */
function isUnchanged(code: string): boolean {
  return loneName(code) !== undefined || isNumberAsWritten(code) || OBJECTS.has(code.trim());
}

/** A number with or without decimals stays as it is written, zeros at its end included; so does one that would lose digits. */
function isNumberAsWritten(code: string): boolean {
  if (code.trim() === '' || Number.isNaN(Number(code))) return false;
  return /^-?\d+(\.\d+)?$/.test(code) || typeof guessType(code) === 'string';
}

/** As code these words would yield global objects of the language, which no author means. */
const OBJECTS = new Set('console Math JSON Intl Reflect Atomics globalThis this'.split(' '));

/** Clears the variable. */
export const empty = defineValue({
  type: 'Empty',
  holds: null,
  label: 'Nothing',
  summary: 'Clears the variable.',
  schema: z.looseObject({}),
  enter: (options) => setTo(options, null),
});
