import type { BlockFault } from '../blocks/kind/blockFault.js';
import { type Choice, contentOf, pickOne, pickSeveral } from './choice.js';
import { conditionFaults, type ConditionItem } from '../conditions/conditionFaults.js';
import { type Item, explainOffered, MAX_ITEMS, requestChoice } from './choiceItem.js';
import type { Meter } from '../interpreter/budget.js';
import type { BlockContext, ParsedReply, UserMessage } from '../blocks/kind/block.js';
import { pressedItems, typed, type SampleAnswer } from '../blocks/kind/sampleAnswer.js';
import type { InputBlock } from '../reply/inputRequest.js';

/** A choice with the edge it leads through. */
interface StoredChoice extends Choice {
  readonly edgeId: string | undefined;
  readonly display: Item['displayCondition'];
}

const CHOICES_A_STEP = 1_000;

/**
 * What is wrong with the choices of an input. `isDynamic` says that texts of a variable are offered instead, if it has any; the stored
 * choices are then what is offered otherwise. Undefined where a step ends.
 */
function* choiceFaults(
  choices: readonly StoredChoice[],
  isDynamic: boolean,
): Generator<BlockFault | undefined> {
  const isChoice = (choice: StoredChoice): boolean => isDynamic || contentOf(choice) !== undefined;
  if (!isDynamic && !choices.some(isChoice)) yield { code: 'CHOICES_MISSING' };
  else
    for (const [place, choice] of choices.entries()) {
      const item = { itemId: choice.id, about: `choice ${place + 1}` };
      if (!isChoice(choice)) yield { code: 'CHOICE_WITHOUT_TEXT', ...item };
      const path = `items[${place}].displayCondition.condition`;
      yield* displayFaults(choice, { ...item, path });
      if (place % CHOICES_A_STEP === CHOICES_A_STEP - 1) yield undefined;
    }
  yield undefined;
  for (const [{ id }, { id: itemId, label }] of hiddenChoices(choices))
    yield { code: 'CHOICES_ALIKE', about: label?.trim(), itemId, relatedItemId: id };
}

/** The choices that nobody gets who writes their text, each after the earlier one that has the same. */
function* hiddenChoices(
  choices: readonly StoredChoice[],
): Generator<readonly [before: StoredChoice, hidden: StoredChoice]> {
  const first = new Map<string, StoredChoice>();
  for (const choice of choices) {
    const label = choice.label?.trim() ?? '';
    const before = first.get(label);
    if (before && areBothShown(before, choice)) yield [before, choice];
    if (label !== '' && !before) first.set(label, choice);
  }
}

function displayFaults(
  { display }: StoredChoice,
  item: ConditionItem,
): Iterable<BlockFault | undefined> {
  return display?.isEnabled && display.condition ? conditionFaults(display.condition, item) : [];
}

/** Whether two choices are always shown at once, which is a slip also where both do the same. */
function areBothShown(first: StoredChoice, second: StoredChoice): boolean {
  return first.display?.isEnabled !== true && second.display?.isEnabled !== true;
}

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
