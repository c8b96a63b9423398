import { z } from 'zod';
import type { BlockContext } from '../blocks/kind/block.js';
import { displayConditionOf, MAX_ITEMS } from './choiceItem.js';
import { loneName } from '../text/names.js';
import type { Value } from '../values/value.js';
import { stepsToCopy } from '../interpreter/budget.js';
import { optional } from '../fields/field.js';

const pathSchema = z.looseObject({
  id: z.string(),
  text: optional(z.string(), 'The text on the button.', {
    title: 'Text on the button',
    isTranslatable: true,
    isOnCanvas: true,
  }),
  outgoingEdgeId: optional(z.string(), 'Where this button leads.'),
});

/** A card as stored. */
export const cardSchema = z.looseObject({
  id: z.string(),
  imageUrl: optional(z.string().nullable(), 'The address of the picture on top.', {
    title: 'Picture',
    control: 'FILE',
  }),
  title: optional(z.string().nullable(), 'The title, which is saved as the answer.', {
    isTranslatable: true,
    isOnCanvas: true,
    keptIn: 'value',
  }),
  description: optional(z.string().nullable(), 'More text under the title.', {
    control: 'LONG_TEXT',
    isTranslatable: true,
  }),
  value: optional(z.string().nullable(), 'What is kept as the answer instead of the title.', {
    title: 'Value that is saved',
    isUnseen: true,
  }),
  options: optional(
    z.looseObject({
      displayCondition: displayConditionOf('card'),
      internalValue: optional(z.string().nullable(), 'A value that is not shown.', {
        title: 'Hidden value',
        isUnseen: true,
      }),
    }),
    'When the card shows, and a value for the bot.',
    { title: 'More' },
  ),
  paths: optional(z.array(pathSchema), 'The buttons of the card.', { title: 'Buttons' }),
});

/** A card as stored. */
export type Card = z.infer<typeof cardSchema>;
/** A button of a card. */
export type CardPath = z.infer<typeof pathSchema>;

/**
 * A card whose picture, title or description is nothing but a `{{list}}`, as one card for each index of the longest
 * list; undefined for any other card. A shorter list yields empty texts. The card at index i has the id
 * `dynamic-card-<i>`, its buttons `dynamic-card-<i>-path-<j>`; they lead where the stored ones lead.
 */
export function dynamicCards(card: Card, context: BlockContext): Card[] | undefined {
  const lengths = PARTS.flatMap((part) => listIn(card[part], context)?.length ?? []);
  if (lengths.length === 0) return undefined;
  const length = Math.min(Math.max(...lengths), MAX_ITEMS + 1);
  context.charge(length * (CARD_STEPS + stepsToCopy(JSON.stringify(card).length)));
  const make = makerOf(card, context);
  return Array.from({ length }, (_, place) => make(place));
}

/** The steps it takes to make one card, besides copying its texts. */
const CARD_STEPS = 40;

const PARTS = ['imageUrl', 'title', 'description'] as const;

function listIn(
  template: string | null | undefined,
  context: BlockContext,
): Exclude<Value, string> {
  const name = loneName(template ?? '');
  const value = name === undefined ? null : context.valueNamed(name);
  return typeof value === 'string' ? null : value;
}

/**
 * Makes the card at an index. Texts that are the same in all cards are filled once; members of lists are inserted last,
 * so they are never parsed as templates.
 */
function makerOf(card: Card, context: BlockContext): (place: number) => Card {
  const { imageUrl, title, description, value, paths, options, ...rest } = card;
  const [imageAt, titleAt, descriptionAt] = [
    filler(imageUrl, context),
    filler(title, context),
    filler(description, context),
  ];
  const kept = value && { value: context.text(value) };
  const valueAt = filler(options?.internalValue, context);
  const filledPaths = paths?.map((path) => context.deep(path));
  return (place) => {
    const id = `dynamic-card-${place}`;
    return {
      ...rest,
      ...kept,
      id,
      imageUrl: imageAt(place),
      title: titleAt(place),
      description: descriptionAt(place),
      options: options && { ...options, internalValue: valueAt(place) },
      paths: filledPaths?.map((path, index) => ({ ...path, id: `${id}-path-${index}` })),
    };
  };
}

type Template = string | null | undefined;

function filler(template: Template, context: BlockContext): (place: number) => Template {
  const list = listIn(template, context);
  const text = list ? '' : template && context.text(template);
  return (place) => (list ? (list[place] ?? '') : text);
}
