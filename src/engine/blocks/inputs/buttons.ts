import { z } from 'zod';
import { defineBlock, type BlockContext } from '../kind/block.js';
import { blockFields } from '../kind/blockFields.js';
import { displayConditionOf, itemFields, offeredItems } from '../../choices/choiceItem.js';
import { choosing } from '../../choices/choosing.js';
import { dynamicTexts } from '../../choices/dynamicTexts.js';
import { choiceFields, variableField } from '../kind/inputFields.js';
import { readVariableIdSchema } from '../../documents/optionMeaning.js';
import { field, optional } from '../../fields/field.js';

const itemSchema = z.looseObject({
  ...itemFields('button'),
  content: optional(z.string(), 'The text on the button.', {
    title: 'Text on the button',
    isTranslatable: true,
    isOnCanvas: true,
    keptIn: 'value',
  }),
  value: optional(z.string(), 'What is kept as the answer instead of the text.', {
    title: 'Value that is saved',
    isUnseen: true,
  }),
  displayCondition: displayConditionOf('button'),
});

const schema = z.looseObject({
  ...blockFields,
  type: z.literal('choice input'),
  items: z.array(itemSchema).meta(field('The buttons.', { title: 'Buttons' })),
  options: z
    .looseObject({
      ...variableField,
      ...choiceFields,
      dynamicVariableId: optional(
        readVariableIdSchema,
        'A variable whose texts are offered instead of the items.',
        { title: 'Buttons from a variable' },
      ),
      areInitialSearchButtonsVisible: optional(
        z.boolean(),
        'Whether buttons show before anything was searched for.',
        { title: 'Shown before a search', default: true, showsWhen: { isSearchable: [true] } },
      ),
    })
    .optional(),
});

type Buttons = z.infer<typeof schema>;
type Item = z.infer<typeof itemSchema>;

/** Offers buttons, of which the visitor presses one or several. */
export const buttons = defineBlock({
  type: 'choice input',
  family: 'input',
  label: 'Buttons',
  icon: 'buttons',
  searchWords: ['choice', 'options', 'menu', 'select', 'quick', 'replies'],
  summary: 'Offers buttons, of which one or several can be chosen.',
  example: {
    items: [
      { id: 'tea', content: 'Tea' },
      { id: 'coffee', content: 'Coffee', value: 'c' },
    ],
    options: { variableId: 'vDrink' },
  },
  initial: { items: [{}] },
  schema,
  ...choosing(
    shownItems,
    ({ content }) => content,
    ({ options }) => options?.dynamicVariableId !== undefined,
  ),
});

/** The texts of a variable when it holds any, else the stored items. */
function shownItems({ items, options }: Buttons, context: BlockContext): Item[] {
  const texts = dynamicTexts(context.value(options?.dynamicVariableId), context);
  if (texts.length > 0) return texts.map((content, index) => ({ id: `choice${index}`, content }));
  return offeredItems(items, context);
}
