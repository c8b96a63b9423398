import { z } from 'zod';
import type { Here } from './block.js';
import { displayConditionSchema, MAX_ITEMS } from './choiceItem.js';
import { loneName } from './template.js';
import type { Value } from './value.js';

const pathSchema = z.looseObject({
  id: z.string(),
  text: z.string().optional().describe('The text on the button.'),
  outgoingEdgeId: z.string().optional().describe('Where this button leads.'),
});

/** A card as stored (data-model §3.2, "cards"). */
export const cardSchema = z.looseObject({
  id: z.string(),
  imageUrl: z.string().nullable().optional().describe('The address of the picture on top.'),
  title: z.string().nullable().optional().describe('What is kept as the answer.'),
  description: z.string().nullable().optional().describe('More text under the title.'),
  options: z
    .looseObject({
      displayCondition: displayConditionSchema
        .optional()
        .describe('Offers the card only at times; always without.'),
      internalValue: z.string().nullable().optional().describe('A value that is not shown.'),
    })
    .optional(),
  paths: z.array(pathSchema).optional().describe('The buttons of the card.'),
});

/** A card as stored. */
export type Card = z.infer<typeof cardSchema>;
/** A button of a card. */
export type CardPath = z.infer<typeof pathSchema>;

/**
 * A card whose picture, title or description is nothing but a `{{list}}`, as one card for each place of the longest list;
 * undefined for any other. A list that is too short gives empty texts. The card at place i has the id `dynamic-card-<i>`,
 * its buttons `dynamic-card-<i>-path-<j>`; they lead where the stored ones lead (engine §3.5, "Cards").
 */
export function dynamicCards(card: Card, here: Here): Card[] | undefined {
  const lengths = PARTS.flatMap((part) => listIn(card[part], here)?.length ?? []);
  if (lengths.length === 0) return undefined;
  const length = Math.min(Math.max(...lengths), MAX_ITEMS + 1);
  here.charge(length * (JSON.stringify(card).length >> 2));
  return Array.from({ length }, (_, place) => cardAt(card, place, here));
}

const PARTS = ['imageUrl', 'title', 'description'] as const;

function listIn(template: string | null | undefined, here: Here): Exclude<Value, string> {
  const name = loneName(template ?? '');
  const value = name === undefined ? null : here.valueNamed(name);
  return typeof value === 'string' ? null : value;
}

/** A list's member is put in after everything else was filled, so that it is never read as a template. */
function cardAt(card: Card, place: number, here: Here): Card {
  const id = `dynamic-card-${place}`;
  const at = (template: string | null | undefined) => {
    const list = listIn(template, here);
    return list ? (list[place] ?? '') : template && here.text(template);
  };
  const { imageUrl, title, description, paths, options, ...rest } = card;
  return {
    ...rest,
    id,
    imageUrl: at(imageUrl),
    title: at(title),
    description: at(description),
    options: options && { ...options, internalValue: at(options.internalValue) },
    paths: paths?.map((path, index) => ({ ...here.deep(path), id: `${id}-path-${index}` })),
  };
}
