import type { Group } from '../documents/group.js';
import { isJsonRecord, type JsonRecord } from '../documents/jsonRecord.js';
import { pace, type Pace } from '../documents/pace.js';
import type { FlowDefinition } from '../flow/flow.js';
import { renameIn } from '../text/names.js';
import { EditRefused, MOST_GROWTH, type Edited, type Renamed } from './edited.js';
import type { FlowEdits } from './flowEdit.js';
import { indexOf } from './places.js';

/**
 * Gives a variable another name, also wherever texts and code name it: as `{{name}}`, or in `setVariable('name', …)`. Refused where texts
 * name the new name already, since then nobody could tell afterwards which of them meant this variable.
 */
export function* renameVariable(
  flow: FlowDefinition,
  { variableId, name }: FlowEdits['renameVariable'],
): Generator<undefined, Edited> {
  const at = indexOf(flow.variables, { what: 'variable', id: variableId, path: ['variableId'] });
  const before = String(flow.variables[at]?.name);
  const inverse = [{ renameVariable: { variableId, name: before } }];
  if (name === before) return { flow, inverse };
  assertNames(flow, before, name);
  const variables = flow.variables.map((one, index) => (index === at ? { ...one, name } : one));
  const { flow: renamed, ...count } = yield* renameTexts(flow, { before, name });
  return { flow: { ...renamed, variables }, inverse, renamed: count };
}

/** Why names are refused that would lengthen the texts of a flow by too much. */
export const TOO_LONG = 'The texts of the flow would become too long';

function refuse(why: string): EditRefused {
  return new EditRefused(['name'], why);
}

function assertNames({ variables }: FlowDefinition, before: string, name: string): void {
  if (!isSlotName(name)) throw refuse(`Must be a name that can stand in {{…}}: ${RULE}`);
  if (variables.some((one) => one.name === name))
    throw refuse(`There is a variable "${name}" already`);
  if (variables.filter((one) => one.name === before).length > 1)
    throw refuse(`Several variables are called "${before}": use setVariable for one of them`);
  if (!isSlotName(before))
    throw refuse(`No text can name "${before}" (${RULE}): use setVariable to rename it`);
}

/** In characters. */
const LONGEST_NAME = 1_000;

const RULE = `not blank, at most ${LONGEST_NAME} characters, without braces and line breaks, and without = at its ends`;

function isSlotName(name: string): boolean {
  if (name.length > LONGEST_NAME || name.trim() === '') return false;
  return /^(?!=)[^{}\n]+(?<!=)$/.test(name);
}

/** The old and the new name of a variable. */
interface Names {
  readonly before: string;
  readonly name: string;
}

/** A flow in which a variable is renamed, and the count of that. */
interface RenamedFlow extends Renamed {
  readonly flow: FlowDefinition;
}

/** Renames in all that an author writes, apart from titles, in which names mean nothing. */
function* renameTexts(flow: FlowDefinition, names: Names): Generator<undefined, RenamedFlow> {
  const count = { texts: 0, growth: 0 };
  const isDue = pace();
  const rename = function* <T>(part: T, what: string): Generator<undefined, T> {
    const replace = (text: string, key: string): string => {
      if (count.growth + growthOf(text, names) > MOST_GROWTH) throw refuse(TOO_LONG);
      const next = renameText(text, key, { ...names, what });
      if (next !== text) count.texts += 1;
      count.growth += next.length - text.length;
      return next;
    };
    // Texts stay texts, so the part has its type.
    return (yield* replaceTexts(part, '', { replace, isDue })) as T;
  };
  const events: JsonRecord[] = [];
  for (const event of flow.events) {
    const options = yield* rename(event['options'], `event "${event.id}"`);
    events.push(options === event['options'] ? event : { ...event, options });
  }
  const groups: Group[] = [];
  for (const group of flow.groups) {
    const blocks: Group['blocks'] = [];
    for (const block of group.blocks) blocks.push(yield* rename(block, `block "${block.id}"`));
    groups.push(isSame(blocks, group.blocks) ? group : { ...group, blocks });
  }
  const theme = yield* rename(flow.theme, 'the theme');
  const settings = yield* rename(flow.settings, 'the settings');
  const translations = yield* rename(flow.translations, 'the translations');
  // As many events as before, each of its kind.
  const parts = { events: events as FlowDefinition['events'], groups, theme, settings };
  const renamed = { ...flow, ...parts, ...(translations && { translations }) };
  return { flow: renamed, ...count };
}

/** By how many characters a text would grow, found without making it: one text may name a variable a hundred thousand times. */
function growthOf(text: string, { before, name }: Names): number {
  if (!text.includes(before)) return 0;
  const uses = renameIn(text, before, `${before}.`).length - text.length;
  return uses * (name.length - before.length);
}

/** A text with the new name; `what` is the part of the flow that it is in. */
function renameText(
  text: string,
  key: string,
  { before, name, what }: Names & { readonly what: string },
): string {
  // Most texts have neither name, and a look for them is quick.
  if (text.includes(name) && renameIn(text, name, before) !== text)
    throw refuse(`A text of ${what} names "${name}" already`);
  const next = text.includes(before) ? renameIn(text, before, name) : text;
  if (next === text) return text;
  const own = OWN_NAMES.get(key);
  if (own === before || own === name) throw refuse(`In ${what} {{${own}}} is no variable`);
  if (renameIn(next, name, before) !== text) throw refuse(`Code of ${what} cannot name "${name}"`);
  return next;
}

/** What `{{…}}` may name besides variables, by the member in which it may: see `ownNames` of the schemas. */
const OWN_NAMES: ReadonlyMap<string, string> = new Map([['body', 'state']]);

/** How texts are replaced, and at which pace. */
interface Replacing {
  readonly replace: (text: string, key: string) => string;
  readonly isDue: Pace;
}

/** A value with the texts in it replaced, but not its ids and kinds; the same value when nothing changes. */
function* replaceTexts(
  value: unknown,
  key: string,
  replacing: Replacing,
): Generator<undefined, unknown> {
  if (replacing.isDue(typeof value === 'string' ? value.length : 0)) yield;
  if (typeof value === 'string') return KEPT.has(key) ? value : replacing.replace(value, key);
  if (Array.isArray(value)) return yield* replaceInList(value, key, replacing);
  if (!isJsonRecord(value)) return value;
  const names = Object.keys(value);
  const next: unknown[] = [];
  for (const name of names) next.push(yield* replaceTexts(value[name], name, replacing));
  if (names.every((name, index) => next[index] === value[name])) return value;
  return Object.fromEntries(names.map((name, index) => [name, next[index]]));
}

function* replaceInList(
  list: readonly unknown[],
  key: string,
  replacing: Replacing,
): Generator<undefined, unknown> {
  const next: unknown[] = [];
  for (const one of list) next.push(yield* replaceTexts(one, key, replacing));
  return isSame(next, list) ? list : next;
}

const KEPT = new Set(['id', 'type', 'outgoingEdgeId']);

function isSame(next: readonly unknown[], before: readonly unknown[]): boolean {
  return next.every((one, index) => one === before[index]);
}
