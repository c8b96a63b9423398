import { z } from 'zod';
import type { ParsedReply, BlockContext, BlockResult } from '../blocks/kind/block.js';
import { contentOf, pickOne, pickSeveral, type Choice } from './choice.js';
import { conditionSchema, holds } from '../conditions/condition.js';
import { inputRequest, type InputBlock } from '../reply/inputRequest.js';
import type { UserMessage } from '../documents/userMessage.js';

/** Whether an item is offered. */
export const displayConditionSchema = z.looseObject({
  isEnabled: z.boolean().optional().describe('Whether the condition counts; default false.'),
  condition: conditionSchema.optional().describe('The item is offered only when this holds.'),
});

/** Whether an item is offered now; one without an enabled condition always is. */
export function isOffered(
  display: z.infer<typeof displayConditionSchema> | undefined,
  context: BlockContext,
): boolean {
  if (display?.isEnabled !== true || !display.condition) return true;
  return holds(display.condition, context);
}

/** An item that may have a display condition. */
interface Item {
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

/** A choice and the edge it leads through. */
export interface WayChoice extends Choice {
  readonly edgeId: string | undefined;
}

/** The choices of an input: those shown now, and those stored, with the labels filled in. */
export interface Offer {
  readonly shown: readonly WayChoice[];
  readonly stored: readonly WayChoice[];
  readonly isMultipleChoice: boolean | undefined;
}

/** Finds the choices a message names. A message that names none, or only choices without any text, is rejected. */
export function parseChoice(
  offer: Offer,
  message: UserMessage,
  work: Pick<BlockContext, 'charge'>,
): ParsedReply {
  const shown = offer.shown.slice(0, MAX_ITEMS);
  work.charge(shown.length * CHOICE_STEPS);
  return offer.isMultipleChoice
    ? parseSeveral(pickSeveral(shown, message, work))
    : parseOne(pickOne(shown, message), offer);
}

/** The steps it takes to make a choice of an item, and to find it by its names. */
const CHOICE_STEPS = 16;

/** Follows the choice's own edge; one without an edge takes that of a stored choice with the same text. */
function parseOne(picked: WayChoice | undefined, { stored }: Offer): ParsedReply {
  const content = picked && contentOf(picked);
  if (content === undefined) return { outcome: 'rejected' };
  const alike = stored.find(({ edgeId, label }) => edgeId && label === content);
  return { outcome: 'accepted', content, edgeId: picked?.edgeId ?? alike?.edgeId };
}

/** Several choices share the block's edge. */
function parseSeveral(picked: readonly Choice[]): ParsedReply {
  const contents = picked.map(contentOf).filter((content) => content !== undefined);
  if (contents.length === 0) return { outcome: 'rejected' };
  return { outcome: 'accepted', content: contents.join(', ') };
}
