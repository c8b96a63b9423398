import { z } from 'zod';
import { defineBlock } from '../kind/block.js';
import { schemaOf } from '../kind/blockFields.js';
import { alsoShapedAs, variableIdSchema } from '../../documents/optionMeaning.js';
import { VALUE_KINDS, valueKindOf } from '../values/index.js';
import { codeFaults } from '../../scripts/codeFaults.js';
import { optional } from '../../fields/field.js';

const ownOptionsSchema = z
  .looseObject({
    variableId: optional(
      variableIdSchema,
      'The variable to set; without it the block does nothing.',
      { title: 'Variable', isOnCanvas: true },
    ),
    type: optional(z.string(), 'The kind of value.', {
      title: 'Kind of value',
      default: 'Custom',
      control: 'CHOICE',
      kinds: VALUE_KINDS,
    }),
  })
  .check(({ value, issues }) => {
    const parsed = valueKindOf(value.type)?.schema.safeParse(value);
    for (const { path, message } of parsed?.error?.issues ?? []) {
      issues.push({ code: 'custom', input: value, path, message });
    }
  });

const optionsSchema = alsoShapedAs(
  ownOptionsSchema,
  VALUE_KINDS.map(({ schema }) => schema),
);

const customSchema = z.object({
  type: z.literal('Custom').optional(),
  isCode: z.boolean(),
  expressionToEvaluate: z.string(),
});

/** Sets a variable; the kinds of values are in `blocks/values`. */
export const setVariable = defineBlock({
  type: 'Set variable',
  family: 'logic',
  label: 'Set variable',
  icon: 'variable',
  searchWords: ['value', 'calculate', 'store', 'assign'],
  summary: 'Gives a variable a value.',
  leaves: 'Nothing, unless the code of the value sends it with `fetch`.',
  repeats:
    'Code runs again, its requests too; those that change something have the same `Idempotency-Key`.',
  example: { options: { variableId: 'vAge', expressionToEvaluate: '{{Age}} + 1' } },
  // Who writes a word means the word: code is chosen.
  initial: { options: { isCode: false } },
  schema: schemaOf('Set variable', optionsSchema),
  *faults({ options }) {
    if (options?.variableId === undefined)
      yield { code: 'SET_WITHOUT_VARIABLE', path: 'options.variableId' };
    const { isCode, expressionToEvaluate: code } = customSchema.safeParse(options).data ?? {};
    // What is not marked as code is a text where it does not run.
    if (isCode && code) yield* codeFaults(code, 'expressionToEvaluate', false);
  },
  enter: ({ id, options = {} }, context) => {
    const { variableId, type } = options;
    if (variableId === undefined) return { go: 'next' };
    const kind = valueKindOf(type);
    if (kind) return kind.enter({ ...options, variableId }, context);
    const description = `Skipped block ${id}: values of type "${type}" are not known here`;
    return { go: 'next', logs: [{ status: 'info', description }] };
  },
  resume: (answer, { options = {} }, context) => {
    const { variableId = '', type } = options;
    const move = valueKindOf(type)?.resume?.(answer, { ...options, variableId }, context);
    return move ?? { go: 'next' };
  },
});
