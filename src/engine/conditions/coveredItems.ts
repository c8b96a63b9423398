import type { BlockFault } from '../blocks/kind/blockFault.js';
import type { Condition } from './condition.js';
import { isImplied, waysOf, type Ways } from './implied.js';

/** Pairs of items of a block that are compared, at most: whoever sends a flow decides how many there are. */
const MOST_PAIRS = 5_000;

/** The comparisons of an item that is looked at, at most. */
const MOST_TERMS = 20;

const ITEMS_A_STEP = 100;

/** An item of a Condition block. */
interface ConditionalItem {
  readonly id: string;
  readonly content?: Condition | undefined;
}

/**
 * The items that no chat takes, because one before them holds whenever they do; of items with the same condition that is
 * `CONDITION_NEVER_HOLDS`. Undefined where a step ends.
 */
export function* coveredItems(
  items: readonly ConditionalItem[],
): Generator<BlockFault | undefined> {
  const before: { readonly id: string; readonly ways: Ways }[] = [];
  const same = new Map<string, string>();
  let left = MOST_PAIRS;
  for (const [place, { id, content }] of items.entries()) {
    if (place % ITEMS_A_STEP === ITEMS_A_STEP - 1) yield undefined;
    if (!content) continue;
    const item = { itemId: id, about: `item ${place + 1}` };
    const key = keyOf(content);
    const first = same.get(key);
    const ways = waysOf(content);
    const isSmall = ways.flat().length <= MOST_TERMS;
    left -= before.length;
    if (first !== undefined) yield { code: 'CONDITION_NEVER_HOLDS', ...item, relatedItemId: first };
    else if (isSmall && left > 0) {
      const covering = before.find((one) => isImplied(ways, one.ways));
      if (covering) yield { code: 'CONDITION_COVERED', ...item, relatedItemId: covering.id };
    }
    if (first === undefined) same.set(key, id);
    if (isSmall) before.push({ id, ways });
  }
}

/** The same text for conditions that compare the same, apart from ids. */
function keyOf({ logicalOperator = 'AND', comparisons = [] }: Condition): string {
  return JSON.stringify([
    logicalOperator,
    comparisons.map(({ variableId, comparisonOperator, value }) => [
      variableId,
      comparisonOperator,
      value,
    ]),
  ]);
}
