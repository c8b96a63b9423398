import type { ValueKind } from '../kind/valueKind.js';
import { append } from './append.js';
import { contactName } from './contactName.js';
import { custom } from './custom.js';
import { deviceType } from './deviceType.js';
import { empty } from './empty.js';
import { environmentName } from './environmentName.js';
import { mapItem } from './mapItem.js';
import { momentOfTheDay } from './momentOfTheDay.js';
import { now } from './now.js';
import { phoneNumber } from './phoneNumber.js';
import { pop } from './pop.js';
import { randomId } from './randomId.js';
import { referralClickId } from './referralClickId.js';
import { referralSourceId } from './referralSourceId.js';
import { resultId } from './resultId.js';
import { shift } from './shift.js';
import { today } from './today.js';
import { tomorrow } from './tomorrow.js';
import { transcript } from './transcript.js';
import { userId } from './userId.js';
import { yesterday } from './yesterday.js';

/** Every kind of value; a new one is a file and a line here. */
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
