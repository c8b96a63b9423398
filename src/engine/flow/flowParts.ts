import type { AnyBlock } from '../blocks/kind/block.js';
import type { JsonRecord } from '../documents/jsonRecord.js';
import type { FlowDefinition } from './flow.js';
import {
  eventFields,
  fieldsOfType,
  type PartFields,
  settingFields,
  themeFields,
} from './partFields.js';

/** Which part of a flow something is in. Without ids it is the theme or the settings, with which its paths begin. */
export interface PartPlace {
  readonly eventId: string | null;
  readonly groupId: string | null;
  readonly blockId: string | null;
}

/** A part of a flow that has members for people. */
export interface FlowPart {
  readonly part: JsonRecord;
  readonly fields: PartFields;
  readonly place: PartPlace;
  /** What the paths of its members begin with. */
  readonly within: '' | 'theme.' | 'settings.';
}

/** The parts of a flow with members for people: events, blocks, the theme and the settings. */
export function* flowParts({
  events,
  groups,
  theme,
  settings,
}: Pick<FlowDefinition, 'events' | 'groups' | 'theme' | 'settings'>): Generator<FlowPart> {
  for (const part of events) {
    const place = { ...NOWHERE, eventId: part.id };
    yield { part, fields: eventFields(), place, within: '' };
  }
  for (const { id: groupId, blocks } of groups)
    for (const part of blocks) yield blockPart(part, groupId);
  yield { part: theme, fields: themeFields(), place: NOWHERE, within: 'theme.' };
  yield settingsPart(settings);
}

/** A block of a group, as a part. */
export function blockPart(part: AnyBlock, groupId: string): FlowPart {
  const place = { ...NOWHERE, groupId, blockId: part.id };
  // Stored blocks are JSON.
  return {
    part: part as AnyBlock & JsonRecord,
    fields: fieldsOfType(part.type),
    place,
    within: '',
  };
}

/** Settings, as a part. */
export function settingsPart(settings: JsonRecord): FlowPart {
  return { part: settings, fields: settingFields(), place: NOWHERE, within: 'settings.' };
}

const NOWHERE: PartPlace = { eventId: null, groupId: null, blockId: null };
