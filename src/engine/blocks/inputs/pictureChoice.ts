import { z } from 'zod';
import { defineBlock, type BlockContext } from '../kind/block.js';
import { blockFields } from '../kind/blockFields.js';
import { displayConditionOf, itemFields, offeredItems } from '../../choices/choiceItem.js';
import { choosing } from '../../choices/choosing.js';
import { dynamicList } from '../../choices/dynamicTexts.js';
import { choiceFields, variableField } from '../kind/inputFields.js';
import { readVariableIdSchema } from '../../documents/optionMeaning.js';
import { field, optional } from '../../fields/field.js';

const itemSchema = z.looseObject({
  ...itemFields('picture'),
  pictureSrc: optional(z.string(), 'The address of the picture.', {
    title: 'Picture',
    control: 'FILE',
  }),
  title: optional(z.string(), 'The text under the picture.', {
    isTranslatable: true,
    isOnCanvas: true,
    keptIn: 'value',
  }),
  description: optional(z.string(), 'More text under the title.', {
    control: 'LONG_TEXT',
    isTranslatable: true,
  }),
  value: optional(z.string(), 'What is kept as the answer instead of the title.', {
    title: 'Value that is saved',
    isUnseen: true,
  }),
  displayCondition: displayConditionOf('picture'),
});

const dynamicItemsSchema = z.looseObject({
  isEnabled: optional(z.boolean(), 'Whether the lists are used.', { title: 'On', default: false }),
  titlesVariableId: optional(readVariableIdSchema, 'A list of titles.', { title: 'Titles' }),
  descriptionsVariableId: optional(readVariableIdSchema, 'A list of descriptions.', {
    title: 'Descriptions',
  }),
  pictureSrcsVariableId: optional(readVariableIdSchema, 'A list of addresses of pictures.', {
    title: 'Pictures',
  }),
});

const schema = z.looseObject({
  ...blockFields,
  type: z.literal('picture choice input'),
  items: z.array(itemSchema).meta(field('The pictures.', { title: 'Pictures' })),
  options: z
    .looseObject({
      ...variableField,
      ...choiceFields,
      dynamicItems: optional(
        dynamicItemsSchema,
        'Lists in variables that are offered instead of the items.',
        { title: 'Pictures from variables' },
      ),
    })
    .optional(),
});

type PictureChoice = z.infer<typeof schema>;
type Item = z.infer<typeof itemSchema>;

/** Offers pictures, of which the visitor chooses one or several. */
export const pictureChoice = defineBlock({
  type: 'picture choice input',
  family: 'input',
  label: 'Pictures to choose from',
  icon: 'pictures',
  searchWords: ['image', 'choice', 'gallery', 'select'],
  summary: 'Offers pictures, of which one or several can be chosen.',
  leaves: 'The client loads the pictures from their addresses.',
  initial: { items: [{}] },
  example: { items: [{ id: 'cat', title: 'Cat', pictureSrc: 'https://example.com/cat.png' }] },
  schema,
  ...choosing(
    shownItems,
    ({ title, pictureSrc }) => title || pictureSrc,
    ({ options }) => options?.dynamicItems?.isEnabled === true,
  ),
});

/** The pictures of a variable when it holds any, else the stored items. */
function shownItems({ items, options }: PictureChoice, context: BlockContext): Item[] {
  const dynamic = options?.dynamicItems?.isEnabled ? options.dynamicItems : {};
  const listOf = (variableId?: string) => dynamicList(context.value(variableId), context);
  const pictures = listOf(dynamic.pictureSrcsVariableId);
  const titles = listOf(dynamic.titlesVariableId);
  const descriptions = listOf(dynamic.descriptionsVariableId);
  if (pictures.length > 0) {
    return pictures.map((pictureSrc, index) => ({
      id: String(index),
      pictureSrc,
      title: titles[index] ?? '',
      description: descriptions[index] ?? '',
    }));
  }
  return offeredItems(items, context);
}
