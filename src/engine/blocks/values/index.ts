import type { ValueKind } from '../kind/valueKind.js';
import { randomId, resultId, transcript, userId } from './chat.js';
import { momentOfTheDay, now, today, tomorrow, yesterday } from './clock.js';
import { custom, empty } from './custom.js';
import { append, mapItem, pop, shift } from './lists.js';
import {
  contactName,
  deviceType,
  environmentName,
  phoneNumber,
  referralClickId,
  referralSourceId,
} from './visitor.js';

/** Every kind of value; a new one is an export of a file beside it and a line here. */
export const VALUE_KINDS = [
  custom,
  empty,
  append,
  pop,
  shift,
  mapItem,
  now,
  today,
  tomorrow,
  yesterday,
  randomId,
  resultId,
  userId,
  momentOfTheDay,
  deviceType,
  environmentName,
  transcript,
  phoneNumber,
  contactName,
  referralClickId,
  referralSourceId,
] as const;

const kinds = new Map<string, ValueKind>(VALUE_KINDS.map((kind) => [kind.type, kind]));

/** The value kind that a block's options name; `Custom` when they name none, undefined when it is unknown. */
export function valueKindOf(type: string | undefined): ValueKind | undefined {
  return kinds.get(type ?? custom.type);
}
