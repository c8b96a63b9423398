import { z } from 'zod';
import type { BlockContext, BlockResult, ConditionTried } from '../blocks/kind/block.js';
import { conditionSchema, explainCondition, holds } from '../conditions/condition.js';
import { inputRequest, type InputBlock } from '../reply/inputRequest.js';
import { optional } from '../fields/field.js';

const displayConditionSchema = z.looseObject({
  isEnabled: optional(z.boolean(), 'Whether the condition counts.', {
    title: 'On',
    default: false,
  }),
  condition: optional(conditionSchema, 'Offered only when this holds.'),
});

/** When an item is offered; `item` is what people call it, such as `card`. */
export function displayConditionOf(item: string) {
  return optional(displayConditionSchema, `Offers the ${item} only at times; always without.`, {
    title: 'Shown only when',
  });
}

/** The members with which the items of an input of choices begin; `item` is what people call one. */
export function itemFields(item: string) {
  return {
    id: z.string(),
    blockId: optional(z.string(), 'The id of the block, in flows of version 5.', {
      deprecated: true,
    }),
    outgoingEdgeId: optional(z.string(), `Where this ${item} leads.`),
  };
}

/** Whether an item is offered now; one without an enabled condition always is. */
export function isOffered(
  display: z.infer<typeof displayConditionSchema> | undefined,
  context: BlockContext,
): boolean {
  if (display?.isEnabled !== true || !display.condition) return true;
  return holds(display.condition, context);
}

/** The conditions under which items are offered, and how they come out. */
export function explainOffered(
  items: readonly { readonly id: string; readonly display: Item['displayCondition'] }[],
  context: BlockContext,
): ConditionTried[] {
  return items.flatMap(({ id, display }) =>
    display?.isEnabled === true && display.condition
      ? [{ itemId: id, ...explainCondition(display.condition, context) }]
      : [],
  );
}

/** An item that may have a display condition. */
export interface Item {
  readonly displayCondition?: z.infer<typeof displayConditionSchema> | undefined;
}

/** The maximum number of items that an input offers; further ones are left out and logged. */
export const MAX_ITEMS = 10_000;

/** Requests an input with these items, or with the first of them when there are too many. */
export function requestChoice(
  block: InputBlock,
  items: readonly Readonly<Record<string, unknown>>[],
  context: BlockContext,
): BlockResult {
  const input = { ...inputRequest(block, context), items: items.slice(0, MAX_ITEMS) };
  if (items.length <= MAX_ITEMS) return { go: 'user', input };
  const description = `Only the first ${MAX_ITEMS} items of block ${block.id} are offered: it has ${items.length}`;
  return { go: 'user', input, logs: [{ status: 'error', description }] };
}

/** The stored items whose condition holds, filled in. */
export function offeredItems<T extends Item>(items: readonly T[], context: BlockContext): T[] {
  return items
    .filter(({ displayCondition }) => isOffered(displayCondition, context))
    .map((item) => context.deep(item));
}
