import { isJsonRecord, type JsonRecord } from '../../documents/jsonRecord.js';
import type { ForgeAction } from './action.js';

/** The variable for the text that streams: the one mapped to the first item. */
export function itemVariableId(action: ForgeAction, options: JsonRecord): string | undefined {
  return mappedItems(action, options).find(({ item }) => item === action.items?.[0])?.variableId;
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
  if (!Array.isArray(responseMapping)) return [];
  return responseMapping.filter(isJsonRecord).flatMap(({ item, variableId }): MappedItem[] => {
    const word = String(item).toLowerCase();
    const isFirst = !item || (canStream && word === MESSAGE);
    const named = isFirst ? items[0] : items.find((one) => one.toLowerCase() === word);
    if (named === undefined || typeof variableId !== 'string') return [];
    return [{ item: named, variableId }];
  });
}
