import { kindOf } from '../blocks/index.js';
import type { ValueType } from '../blocks/kind/valueType.js';
import { valueKindOf } from '../blocks/values/index.js';
import type { JsonRecord } from '../documents/jsonRecord.js';
import { listedOncePer } from '../documents/oncePer.js';
import { pace, type Pace } from '../documents/pace.js';
import type { FieldDescription, VariableUse } from '../fields/fieldDescription.js';
import { namesIn, namesSetIn } from '../text/names.js';
import type { FlowDefinition } from './flow.js';
import { flowParts, type FlowPart, type PartPlace } from './flowParts.js';
import { memberPlaces, type MemberPlace } from './memberPlaces.js';
import type { PartFields } from './partFields.js';

/** The member in which an input, and a block that sets a variable, names it. */
const OWN = 'options.variableId';

/** What a variable holds that a member of a block sets; null where that empties it. */
function typeSet({ type, options }: JsonRecord, path: string): ValueType | null {
  if (path !== OWN || typeof type !== 'string') return 'ANY';
  if (type !== 'Set variable') return kindOf(type).holds ?? 'TEXT';
  const { type: asked } = options as JsonRecord; // The path leads through it.
  const kind = valueKindOf(typeof asked === 'string' ? asked : undefined);
  if (!kind) return 'ANY';
  return kind.holds === undefined ? 'TEXT' : kind.holds;
}

/** A place in a flow that sets, reads or shows a variable. */
export interface UsePlace extends PartPlace {
  readonly use: VariableUse;
  readonly itemId: string | null;
  /** Where it is in the block or event, such as `items[2].content`. */
  readonly path: string;
}

/** A variable, or a name in texts that no variable has, and where it is used. */
export interface UsedVariable {
  /** Null where no variable has the name. */
  readonly variableId: string | null;
  readonly name: string;
  /** The first of them. */
  readonly places: UsePlace[];
  /** How many there are. */
  placeCount: number;
  /** What it holds by what sets it, each once; empty where nothing in the flow does. */
  readonly valueTypes: ValueType[];
}

/** The places listed of each variable and of all together, and the names without a variable, at most. */
const [MOST_PLACES, MOST_IN_ALL, MOST_UNKNOWN] = [1_000, 5_000, 1_000];

/**
 * The variables of a flow in their order, and then the names in texts that no variable has, in the order of the flow; each with the places
 * that use it. A text that names a variable twice is one place. Of several variables with one name, texts mean the first. Runs in steps.
 */
export function* variableUses(flow: FlowDefinition): Generator<undefined, UsedVariable[]> {
  const known = flow.variables.map(({ id, name }) => used(id, name));
  const uses: Uses = { byId: new Map(), byName: new Map(), unknown: new Map(), listed: 0 };
  for (const one of known.toReversed()) {
    uses.byId.set(one.variableId, one);
    uses.byName.set(one.name, one);
  }
  const isDue = pace();
  for (const part of flowParts(flow)) {
    if (isDue(0)) yield;
    for (const member of naming(part.part, part.fields, isDue)) {
      if (member) noteUses(member, part, uses);
      else yield;
    }
  }
  return [...known, ...uses.unknown.values()];
}

/** The members of a part that may use a variable; undefined where a step ends. */
const naming = listedOncePer(function* (part: JsonRecord, fields: PartFields, isDue: Pace) {
  for (const member of memberPlaces({ part, fields, isRichTextWhole: false, isDue }))
    if (!member || mayUse(member)) yield member;
}, 200);

type TextPlace = MemberPlace & { readonly value: string };

function mayUse(member: MemberPlace): member is TextPlace {
  const { value, field } = member;
  if (typeof value !== 'string') return false;
  return field?.control === 'VARIABLE' || value.includes(CALL) || value.includes('{{');
}

const CALL = 'setVariable(';

function used(variableId: string | null, name: string): UsedVariable {
  return { variableId, name, places: [], placeCount: 0, valueTypes: [] };
}

interface Uses {
  readonly byId: Map<string | null, UsedVariable>;
  readonly byName: Map<string, UsedVariable>;
  /** The names that no variable has. */
  readonly unknown: Map<string, UsedVariable>;
  /** How many places are listed so far. */
  listed: number;
}

function noteUses(member: TextPlace, { part, place, within }: FlowPart, uses: Uses): void {
  const { path, itemId = null } = member;
  for (const [one, use] of usedIn(member, uses)) {
    one.placeCount += 1;
    const type = use === 'SET' ? typeSet(part, path) : null;
    if (type !== null && !one.valueTypes.includes(type)) one.valueTypes.push(type);
    const found = { use, ...place, itemId, path: `${within}${path}` };
    // Each variable has its first place, so that no other keeps it from being found.
    const hasRoom = one.places.length < MOST_PLACES && uses.listed < MOST_IN_ALL;
    if (!hasRoom && one.places.length > 0) continue;
    uses.listed += 1;
    one.places.push(found);
  }
}

type Use = readonly [UsedVariable, VariableUse];

function* usedIn({ value, field }: TextPlace, uses: Uses): Generator<Use> {
  const named = field?.control === 'VARIABLE' ? uses.byId.get(value) : undefined;
  if (named && field?.variableUse) yield [named, field.variableUse];
  yield* setByCode(value, uses);
  if (value.includes('{{')) yield* filledIn(value, field, uses);
}

function* setByCode(code: string, { byName }: Uses): Generator<Use> {
  for (const name of new Set(namesSetIn(code))) {
    const one = byName.get(name);
    if (one) yield [one, 'SET'];
  }
}

/** What is not described is filled in, and members that are taken as they are have no use. */
function* filledIn(text: string, field: FieldDescription | undefined, uses: Uses): Generator<Use> {
  const { variableUse, ownNames = [] } = field ?? { variableUse: 'READ' };
  if (variableUse === undefined) return;
  for (const name of new Set(namesIn(text))) {
    const one = ownNames.includes(name) ? undefined : usedNamed(name, uses);
    if (one) yield [one, variableUse === 'SET' ? 'READ' : variableUse];
  }
}

function usedNamed(name: string, { byName, unknown }: Uses): UsedVariable | undefined {
  const known = byName.get(name) ?? unknown.get(name);
  if (known || unknown.size >= MOST_UNKNOWN) return known;
  const made = used(null, name);
  unknown.set(name, made);
  return made;
}
