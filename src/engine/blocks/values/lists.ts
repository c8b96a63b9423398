import { z } from 'zod';
import { readVariableIdSchema, variableIdSchema } from '../../documents/optionMeaning.js';
import { stepsIn } from '../../interpreter/budget.js';
import { asList, toValue, type Value } from '../../values/value.js';
import type { BlockContext, BlockResult } from '../kind/block.js';
import { defineValue, setTo, type ValueOptions } from '../kind/valueKind.js';
import { optional } from '../../fields/field.js';

/** The options of value kinds that remove a member from a list. */
const takeOutSchema = z.looseObject({
  saveItemInVariableId: optional(variableIdSchema, 'The variable that gets the member taken out.', {
    title: 'Save it in',
  }),
});

/** Removes a member from the list in the variable; a text is a list of one, and an empty variable stays empty. */
function takeOut(
  options: z.infer<typeof takeOutSchema> & ValueOptions,
  end: 'first' | 'last',
  context: BlockContext,
): BlockResult {
  const { variableId, saveItemInVariableId } = options;
  const held = context.value(variableId);
  const list = asList(held);
  const [taken, rest] =
    end === 'first' ? [list.at(0), list.slice(1)] : [list.at(-1), list.slice(0, -1)];
  const kept =
    saveItemInVariableId === undefined
      ? []
      : [{ variableId: saveItemInVariableId, value: toValue(taken) }];
  return { go: 'next', set: [{ variableId, value: held === null ? null : rest }, ...kept] };
}

/** Appends a text to a list; a text becomes a list of two, null a list of one. */
export const append = defineValue({
  type: 'Append value(s)',
  holds: 'LIST',
  label: 'Add to a list',
  summary: 'Adds a text to the end of a list.',
  example: { item: '{{Name}}' },
  schema: z.looseObject({
    item: optional(z.string(), 'The text to add.', { title: 'Text to add' }),
  }),
  enter: (options, context) => {
    const before = asList(context.value(options.variableId));
    return setTo(options, [...before, context.text(options.item ?? '')]);
  },
});

/** Removes the last member of a list. */
export const pop = defineValue({
  type: 'Pop',
  holds: 'LIST',
  label: 'Take the last of a list',
  summary: 'Takes the last member out of a list.',
  example: { saveItemInVariableId: 'vName' },
  schema: takeOutSchema,
  enter: (options, context) => takeOut(options, 'last', context),
});

/** Removes the first member of a list. */
export const shift = defineValue({
  type: 'Shift',
  holds: 'LIST',
  label: 'Take the first of a list',
  summary: 'Takes the first member out of a list.',
  example: { saveItemInVariableId: 'vName' },
  schema: takeOutSchema,
  enter: (options, context) => takeOut(options, 'first', context),
});

/** Finds a text in one list and returns the member at the same index of another; null when there is none. */
export const mapItem = defineValue({
  type: 'Map item with same index',
  label: 'Entry at the same place',
  summary: 'The member of one list at the place where a text stands in another.',
  example: {
    mapListItemParams: {
      baseItemVariableId: 'vName',
      baseListVariableId: 'vNames',
      targetListVariableId: 'vAges',
    },
  },
  schema: z.looseObject({
    mapListItemParams: optional(
      z.looseObject({
        baseItemVariableId: optional(readVariableIdSchema, 'The variable with the text to find.', {
          title: 'Text to find',
        }),
        baseListVariableId: optional(readVariableIdSchema, 'The list it is looked for in.', {
          title: 'List to look in',
        }),
        targetListVariableId: optional(readVariableIdSchema, 'The list the value is taken from.', {
          title: 'List to take from',
        }),
      }),
      'The text and the two lists.',
      { title: 'Lists' },
    ),
  }),
  enter: (options, context) => {
    const { baseItemVariableId, baseListVariableId, targetListVariableId } =
      options.mapListItemParams ?? {};
    const item = context.value(baseItemVariableId);
    const base = context.value(baseListVariableId);
    context.charge(stepsIn(base));
    const index = typeof item === 'string' ? listIn(base).indexOf(item) : -1;
    return setTo(options, toValue(listIn(context.value(targetListVariableId))[index]));
  },
});

function listIn(value: Value): readonly (string | null)[] {
  return typeof value === 'string' || value === null ? [] : value;
}
