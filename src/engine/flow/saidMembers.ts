import type { JsonRecord } from '../documents/jsonRecord.js';
import { oncePer } from '../documents/oncePer.js';
import type { Pace } from '../documents/pace.js';
import { THIS_BOT } from '../documents/optionMeaning.js';
import type { Control } from '../fields/field.js';
import type { FieldDescription } from '../fields/fieldDescription.js';
import type { Flow } from './flow.js';
import { isMetIn, memberPlaces, type MemberPlace } from './memberPlaces.js';
import type { PartFields } from './partFields.js';

/** What a member says in words, or all entries of a list. */
export interface Said {
  /** Where it is in the part. */
  readonly path: string;
  readonly title: string;
  /** Undefined for a switch that is on: its title says it. */
  readonly value: string | undefined;
}

/** What ids of a flow are called, and the pace at which its members are read. */
export interface Names {
  readonly flow: Flow;
  /** The name of a group, undefined for an id or a template that names none. */
  groupNamed(id: string): string | undefined;
  readonly isDue: Pace;
}

/** A member that forms describe. */
interface Described extends MemberPlace {
  readonly field: FieldDescription;
}

/**
 * What the members of a part say, in the order of its form: all that count and are set to something other than their default. Entries of a
 * list are said together. Of a part with more than 5,000 such members the rest is left out. Runs in steps.
 */
export function* saidMembers(
  part: JsonRecord,
  fields: PartFields,
  names: Names,
): Generator<undefined, Said[]> {
  const lists = new Map<string, Map<string, Described[]>>();
  for (const member of yield* toldMembers(part, fields, names)) {
    const { list, entry } = listOf(member.path);
    const entries = lists.get(list) ?? new Map<string, Described[]>();
    lists.set(list, entries.set(entry, [...(entries.get(entry) ?? []), member]));
  }
  return [...lists].flatMap(([list, entries]) => {
    const own = entries.get(list);
    if (own) return own.map((member) => saidOf(member, fields, names));
    const said = [...entries.values()].map((members) =>
      members.map((member) => valueOf(member, names)).join(' '),
    );
    const title = String(fields.get(formOf(list))?.[0]?.title);
    return [{ path: list, title, value: said.join('; ') }];
  });
}

/** Entries of items and of their paths are said on lines of their own; other lists together. */
const OWN_LINE = /^(?:items\[\d+\](?:\.paths\[\d+\])?\.?)?/;

/** The list and the entry of it that a member is in; its own path twice where it is in none. */
function listOf(path: string): { readonly list: string; readonly entry: string } {
  const start = path.length - path.replace(OWN_LINE, '').length;
  const bracket = path.lastIndexOf('[');
  if (bracket < start) return { list: path, entry: path };
  return { list: path.slice(0, bracket), entry: path.slice(0, path.indexOf(']', bracket)) };
}

function formOf(path: string): string {
  return path.replaceAll(/\[\d+\]/g, '[]');
}

/** The members of a part that are said, at most. */
const MOST_TOLD = 5_000;

function* toldMembers(
  part: JsonRecord,
  fields: PartFields,
  { isDue }: Names,
): Generator<undefined, Described[]> {
  const order = orderOf(fields);
  const told: Described[] = [];
  for (const member of memberPlaces({ part, fields, isRichTextWhole: true, isDue })) {
    if (!member) yield;
    else if (isDescribed(member) && isTold(member, part, fields)) told.push(member);
    if (told.length === MOST_TOLD) break;
  }
  const current = told.filter(({ field }) => !field.isDeprecated);
  // Old documents have nothing but members that are kept for them.
  const shown = current.length > 0 ? current : told;
  const placeOf = ({ field }: Described): number => Number(order.get(field.path));
  return shown.sort((one, other) => placeOf(one) - placeOf(other));
}

function isDescribed(member: MemberPlace): member is Described {
  return member.field !== undefined;
}

const orderOf = oncePer(
  (fields: PartFields) => new Map([...fields.keys()].map((path, index) => [path, index])),
);

function isTold({ field, value, path }: Described, part: JsonRecord, fields: PartFields): boolean {
  const { showsWhen, default: usual, control, isSecret } = field;
  if (value === '' || value === usual || isSecret || control === 'ID' || control === 'EDGE')
    return false;
  return showsWhen.every(isMetIn({ part, fields }, path));
}

function saidOf(member: Described, fields: PartFields, names: Names): Said {
  const { path, value, field } = member;
  const title = titleOf(path, field, fields);
  return { path, title, value: value === true ? undefined : valueOf(member, names) };
}

/** The title of a switch that turns its object on is that of the object. */
function titleOf(path: string, field: FieldDescription, fields: PartFields): string {
  const object = /^(.*)\.isEnabled$/.exec(path)?.[1];
  const section = object === undefined ? undefined : fields.get(formOf(object))?.[0];
  return section?.title ?? field.title;
}

function valueOf({ value, field }: Described, names: Names): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  const text = String(value);
  return SAID[field.control]?.(text, field, names) ?? quoted(text);
}

/** What is said of a value; undefined for one that is said as the text that it is. */
const SAID: {
  readonly [C in Control]?: (
    text: string,
    field: FieldDescription,
    names: Names,
  ) => string | undefined;
} = {
  VARIABLE: (id, _field, { flow }) => {
    const name = flow.variable(id)?.name;
    return name === undefined ? 'a variable that is not there' : `{{${short(name)}}}`;
  },
  GROUP: (id, _field, names) => names.groupNamed(id),
  BOT: (id) => (id === THIS_BOT ? 'this bot' : undefined),
  CREDENTIALS: () => 'chosen',
  CHOICE: (value, { choices }) => choices.find((one) => one.value === value)?.label,
  NUMBER: (text, { unit = '' }) => `${short(text)} ${unit}`.trim(),
};

/** The characters of a text that are said. */
const MOST_SAID = 300;

function short(text: string): string {
  const lines = text.slice(0, MOST_SAID).split('\n');
  const line = lines
    .map((one) => one.trim())
    .filter((one) => one !== '')
    .join(' / ');
  return text.length > MOST_SAID ? `${line}…` : line;
}

/** A text between quotation marks, in one line; of data in an address only its kind. */
function quoted(text: string): string {
  const kind = /^data:[^,]{0,100},/.exec(text)?.[0];
  return kind === undefined ? `“${short(text)}”` : `“${kind}…”`;
}
