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

/** The pairs of a block's `responseMapping`; spellings of an item that differ only in case count as one. */
export function mappedItems({ items = [] }: ForgeAction, { responseMapping }: JsonRecord) {
  if (!Array.isArray(responseMapping)) return [];
  return responseMapping.filter(isJsonRecord).flatMap(({ item, variableId }): MappedItem[] => {
    const named = items.find((one) => !item || one.toLowerCase() === String(item).toLowerCase());
    if (named === undefined || typeof variableId !== 'string') return [];
    return [{ item: named, variableId }];
  });
}
