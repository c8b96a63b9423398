import { isJsonRecord, type JsonRecord } from '../documents/jsonRecord.js';

/** The conditions of an item as they were sent: its own, and the one under which it is offered. */
export function itemConditions({ content, displayCondition, options }: JsonRecord): JsonRecord[] {
  const displays = [displayCondition, isJsonRecord(options) && options['displayCondition']];
  const shown = displays.flatMap((one) =>
    isJsonRecord(one) && one['isEnabled'] === true ? [one['condition']] : [],
  );
  return [content, ...shown].filter(isJsonRecord);
}
