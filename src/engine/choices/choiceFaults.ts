import type { BlockFault } from '../blocks/kind/blockFault.js';
import { type Choice, contentOf } from './choice.js';
import { conditionFaults, type ConditionItem } from '../conditions/conditionFaults.js';
import type { Item } from './choiceItem.js';

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
export function* choiceFaults(
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
