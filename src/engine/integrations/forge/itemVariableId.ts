import { recordsIn, type JsonRecord } from '../../documents/jsonRecord.js';
import type { ForgeAction } from './action.js';

/** The part of the output that is its text: the first. */
export function textItem({ items: [first = ''] = [] }: ForgeAction): string {
  return first;
}

/** The variable for the text that streams. */
export function itemVariableId(action: ForgeAction, options: JsonRecord): string | undefined {
  const text = textItem(action);
  return mappedItems(action, options).find(({ item }) => item === text)?.variableId;
}

/** A part of the output, and the variable it goes to. */
export interface MappedItem {
  readonly item: string;
  readonly variableId: string;
}

/** What imported flows call the text of any model. */
const MESSAGE = 'message content';

/** The pairs of a block's `responseMapping`; spellings of an item that differ only in case count as one. */
export function mappedItems(
  { items = [], canStream }: ForgeAction,
  { responseMapping }: JsonRecord,
) {
  return recordsIn(responseMapping).flatMap(({ item, variableId }): MappedItem[] => {
    const word = String(item).toLowerCase();
    const isFirst = !item || (canStream && word === MESSAGE);
    const named = isFirst ? items[0] : items.find((one) => one.toLowerCase() === word);
    if (named === undefined || typeof variableId !== 'string') return [];
    return [{ item: named, variableId }];
  });
}
