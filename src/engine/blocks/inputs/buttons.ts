import { z } from 'zod';
import { defineBlock, type Here, type Heard } from '../../block.js';
import { blockFields } from '../../blockFields.js';
import { contentOf, pickOne, pickSeveral, type Choice } from '../../choice.js';
import { dynamicTexts } from '../../dynamicTexts.js';
import { conditionSchema, holds } from '../../condition.js';
import { inputRequest } from '../../inputRequest.js';

const itemSchema = z.looseObject({
  id: z.string(),
  outgoingEdgeId: z.string().optional(),
  content: z.string().optional(),
  value: z.string().optional(),
  displayCondition: z
    .looseObject({ isEnabled: z.boolean().optional(), condition: conditionSchema.optional() })
    .optional(),
});

const schema = z.looseObject({
  ...blockFields,
  type: z.literal('choice input'),
  items: z.array(itemSchema),
  options: z
    .looseObject({
      variableId: z.string().optional(),
      isMultipleChoice: z.boolean().optional(),
      buttonLabel: z.string().optional(),
      dynamicVariableId: z.string().optional(),
      isSearchable: z.boolean().optional(),
      searchInputPlaceholder: z.string().optional(),
      areInitialSearchButtonsVisible: z.boolean().optional(),
    })
    .optional(),
});

type Buttons = z.infer<typeof schema>;
type Item = z.infer<typeof itemSchema>;

/** Lets a person press one of some buttons, or several (engine §3.5, "Buttons"). */
export const buttons = defineBlock({
  type: 'choice input',
  family: 'input',
  summary: 'Offers buttons, of which one or several can be chosen.',
  schema,
  enter: (block, here) => ({
    go: 'user',
    input: { ...inputRequest(block, here), items: shownItems(block, here) },
  }),
  hear: (message, block, here) => {
    const items = shownItems(block, here);
    return block.options?.isMultipleChoice
      ? hearSeveral(pickSeveral(items.map(asChoice), message))
      : hearOne(pickOne(items.map(asChoice), message), block, here);
  },
});

/** The items of a list variable when there is one with a value, else the stored ones whose condition allows them. */
function shownItems({ items, options }: Buttons, here: Here): Item[] {
  const value = here.value(options?.dynamicVariableId);
  if (value !== null) {
    return dynamicTexts(value).map((content, index) => ({ id: `choice${index}`, content }));
  }
  return items.filter((item) => isShown(item, here)).map((item) => here.deep(item));
}

function isShown({ displayCondition }: Item, here: Here): boolean {
  if (displayCondition?.isEnabled !== true || !displayCondition.condition) return true;
  return holds(displayCondition.condition, here);
}

function asChoice({
  id,
  value,
  content,
  outgoingEdgeId,
}: Item): Choice & { edgeId: string | undefined } {
  return { id, value, label: content, edgeId: outgoingEdgeId };
}

/** The button's own exit; a button without one takes that of a stored button that reads the same (engine §3.6). */
function hearOne(
  picked: ReturnType<typeof asChoice> | undefined,
  { items }: Buttons,
  here: Here,
): Heard {
  if (!picked) return { heard: 'refused' };
  const content = contentOf(picked);
  if (content === undefined) return { heard: 'refused' };
  const alike = items.find((item) => item.outgoingEdgeId && labelOf(item, here) === content);
  return { heard: 'accepted', content, edgeId: picked.edgeId ?? alike?.outgoingEdgeId };
}

function labelOf({ content }: Item, here: Here): string | undefined {
  return content && here.text(content);
}

/** Several buttons share the block's exit. */
function hearSeveral(picked: readonly Choice[]): Heard {
  const contents = picked.map(contentOf).filter((content) => content !== undefined);
  if (contents.length === 0) return { heard: 'refused' };
  return { heard: 'accepted', content: contents.join(', ') };
}
