import type { Meter } from '../interpreter/budget.js';
import type { BlockContext, ParsedReply, UserMessage } from '../blocks/kind/block.js';
import { pressedItems, typed, type SampleAnswer } from '../blocks/kind/sampleAnswer.js';
import { choiceFaults } from './choiceFaults.js';
import { contentOf, pickOne, pickSeveral, type Choice } from './choice.js';
import { explainOffered, type Item, MAX_ITEMS, requestChoice } from './choiceItem.js';
import type { InputBlock } from '../reply/inputRequest.js';

/** An input of choices as parsed by the schema of its kind. */
interface ChoiceBlock<I> extends InputBlock {
  readonly items: readonly I[];
  readonly options?:
    (InputBlock['options'] & { readonly isMultipleChoice?: boolean | undefined }) | undefined;
}

/** An item of such an input. */
interface ChoiceItem extends Pick<Choice, 'id' | 'value'>, Item {
  readonly outgoingEdgeId?: string | undefined;
  readonly [member: string]: unknown;
}

/**
 * How a kind of input offers items and parses what a visitor chose. `shownItems` are those offered now, filled in;
 * `labelOf` is the text that names one, and `isDynamic` says whether a variable may replace them.
 */
export function choosing<I extends ChoiceItem, B extends ChoiceBlock<I>>(
  shownItems: (block: B, context: BlockContext) => I[],
  labelOf: (item: I) => string | undefined,
  isDynamic: (block: B) => boolean,
) {
  const choiceOf = (item: I): WayChoice => {
    const { id, value, outgoingEdgeId } = item;
    return { id, value, label: labelOf(item), edgeId: outgoingEdgeId };
  };
  return {
    faults: (block: B) =>
      choiceFaults(
        block.items.map((item) => ({ ...choiceOf(item), display: item.displayCondition })),
        isDynamic(block),
      ),
    explain: ({ items }: B, context: BlockContext) =>
      explainOffered(
        items.map(({ id, displayCondition }) => ({ id, display: displayCondition })),
        context,
      ),
    enter: (block: B, context: BlockContext) =>
      requestChoice(block, shownItems(block, context), context),
    answers: ({ items, options }: B) =>
      answersTo(
        items.map((item) => ({ id: item.id, label: labelOf(item) })),
        options?.isMultipleChoice,
      ),
    parseReply: (message: UserMessage, block: B, context: BlockContext) =>
      parseChoice(
        {
          shown: shownItems(block, context).map(choiceOf),
          stored: block.items.map((item) => choiceOf(context.deep(item))),
          isMultipleChoice: block.options?.isMultipleChoice,
        },
        message,
        context,
      ),
  };
}

/** Each of the items and, of several, all of them together. */
function answersTo(items: readonly Choice[], isMultipleChoice = false): SampleAnswer[] {
  const one = pressedItems(items);
  const all = items.map(({ id }) => id).join(', ');
  return isMultipleChoice && items.length > 1 ? [...one, ...typed('boundary', all)] : one;
}

/** A choice and the edge it leads through. */
interface WayChoice extends Choice {
  readonly edgeId: string | undefined;
}

/** The choices of an input: those shown now, and those stored, with the labels filled in. */
interface Offer {
  readonly shown: readonly WayChoice[];
  readonly stored: readonly WayChoice[];
  readonly isMultipleChoice: boolean | undefined;
}

/** Finds the choices a message names. A message that names none, or only choices without any text, is rejected. */
function parseChoice(offer: Offer, message: UserMessage, meter: Meter): ParsedReply {
  const shown = offer.shown.slice(0, MAX_ITEMS);
  meter.charge(shown.length * CHOICE_STEPS);
  return offer.isMultipleChoice
    ? parseSeveral(pickSeveral(shown, message, meter))
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
