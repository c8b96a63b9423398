import type { FlowEdit, FlowPart, JsonObject } from '@parley/client';
import type { FormFieldFragment } from '@parley/client/dashboard';

/** A member of a document, as the server describes it for forms. */
export type Field = FormFieldFragment;

/** A field with the members of its object, or of the entries of its list. */
export interface FieldNode {
  readonly field: Field;
  /** What one entry of its list is called. */
  readonly entryTitle: string;
  readonly inside: readonly FieldNode[];
}

/** The names and places of entries that lead to a member of a document. */
export type Keys = readonly (string | number)[];

/** A document of which a form shows a part: the fields of its kind, and the places of the entries around that part. */
export interface FormPart {
  readonly fields: readonly Field[];
  readonly document: JsonObject;
  readonly places: readonly number[];
}

/** The texts of the server in the language that is shown. */
type Say = (text: string) => string;

/**
 * The fields as a tree, with the texts that `say` makes of theirs: the members of an object and of the entries of a list are inside of it.
 * Deprecated ones are left out.
 */
export function fieldTree(fields: readonly Field[], say: Say = String): FieldNode[] {
  const roots: FieldNode[] = [];
  const around: { readonly prefix: string; readonly inside: FieldNode[] }[] = [];
  for (const field of fields) {
    while (!field.path.startsWith(around.at(-1)?.prefix ?? '')) around.pop();
    const inside: FieldNode[] = [];
    if (!field.isDeprecated)
      (around.at(-1)?.inside ?? roots).push({ ...inWords(field, say), inside });
    const prefix = { SECTION: `${field.path}.`, LIST: `${field.path}[]` }[String(field.control)];
    if (prefix !== undefined) around.push({ prefix, inside });
  }
  return roots;
}

/** A field with its texts in the language that is shown; nobody sees those of an id or an edge. */
function inWords(field: Field, say: Say): Omit<FieldNode, 'inside'> {
  const { title, help, unit, choices, control } = field;
  if (control === 'ID' || control === 'EDGE') return { field, entryTitle: '' };
  const said = {
    ...{ title: say(title), help: saysMore(help, title) ? say(help) : '' },
    unit: unit ? say(unit) : null,
    choices: choices.map((choice) => ({
      ...{ value: choice.value, label: say(choice.label) },
      help: choice.help ? say(choice.help) : null,
    })),
  };
  const entryTitle = control === 'LIST' ? say(title.replace(/ies$/, 'y').replace(/s$/, '')) : '';
  return { field: { ...field, ...said }, entryTitle };
}

const FILLERS = /\b(the|an?|its|their|of|in|is|it|for)\b/g;

/** Whether a help, in English as its title, says more than that: `The text on the button.` does not where that is the title. */
function saysMore(help: string, title: string): boolean {
  const wordsOf = (text: string) => text.toLowerCase().replace(FILLERS, '').match(/\w+/g) ?? [];
  const known = new Set<string>(wordsOf(title));
  return wordsOf(help).some((word) => !known.has(word));
}

/** The keys of a path; each `[]` of it is one of the places, in order. */
export function keysOf(path: string, places: readonly number[]): Keys {
  let next = 0;
  return path.split(/\.|(?=\[\])/).map((name) => (name === '[]' ? (places[next++] ?? 0) : name));
}

/** The value of a member; undefined where it is absent. */
export function valueAt(document: unknown, keys: Keys): unknown {
  return keys.reduce<unknown>(
    (value, key) => (isObject(value) ? value[String(key)] : undefined),
    document,
  );
}

/** Whether a field counts: whether all its conditions hold. An absent member counts as its default. */
export function isShown({ showsWhen }: Field, { fields, document, places }: FormPart): boolean {
  const usualOf = (path: string): unknown => fields.find((one) => one.path === path)?.default;
  return showsWhen.every((condition) => {
    const value = valueAt(document, keysOf(condition.path, places)) ?? usualOf(condition.path);
    return condition.in.includes(value ?? null);
  });
}

/** Whether code is marked as a text in a document, so that it is never run. */
export function hasText({ textWhen }: Pick<Field, 'textWhen'>, document: JsonObject): boolean {
  return (
    textWhen?.every(({ path, in: values }) =>
      values.includes(valueAt(document, keysOf(path, [])) ?? null),
    ) === true
  );
}

/** A patch of a document that sets one member, or removes it with null; a list on the way is sent whole. */
export function patchOf(document: JsonObject, keys: Keys, value: unknown): JsonObject {
  const list = keys.findIndex((key) => typeof key === 'number');
  const outer = list < 0 ? keys : keys.slice(0, list);
  const whole = list < 0 ? value : withSet(valueAt(document, outer), keys.slice(list), value);
  return outer.reduceRight<unknown>((inside, key) => ({ [key]: inside }), whole) as JsonObject;
}

/** The patch that makes one document another. */
export function patchTo(from: JsonObject, to: JsonObject): JsonObject {
  const patch: Record<string, unknown> = {};
  for (const key of Object.keys({ ...from, ...to })) {
    const [before, after] = [from[key], to[key]];
    if (JSON.stringify(before) === JSON.stringify(after)) continue;
    const isMerged = isObject(before) && isObject(after);
    // Members that a patch does not name stay: those that are to go are named.
    patch[key] = isMerged ? patchTo(before, after) : (after ?? null);
  }
  return patch;
}

/** The edit that sets a member of a block; of a member of an item, only that item is changed. */
export function blockEdit(block: FlowPart, keys: Keys, value: unknown): FlowEdit {
  const [list, place, ...inside] = keys;
  const item = list === 'items' && inside.length > 0 && valueAt(block, [list, place ?? 0]);
  if (isObject(item) && typeof item['id'] === 'string') {
    const patch = patchOf(item, inside, value);
    return { updateItem: { blockId: block.id, itemId: item['id'], patch } };
  }
  return { updateBlock: { blockId: block.id, patch: patchOf(block, keys, value) } };
}

/** A new entry of a list: with an id where its entries have one, and without a value. */
export function newEntry({ field, inside }: FieldNode, newId: () => string): unknown {
  const { path } = field;
  if (inside.some((node) => node.field.path === `${path}[]`)) return '';
  return inside.some((node) => node.field.path === `${path}[].id`) ? { id: newId() } : {};
}

/** The fields that several documents can have in common: lists are those of one. */
export function commonNodes(nodes: readonly FieldNode[]): readonly FieldNode[] {
  return nodes
    .filter(({ field }) => field.control !== 'LIST')
    .map((node) => ({ ...node, inside: commonNodes(node.inside) }));
}

/** Whether a member is another in one of the documents. */
export function isMixed(documents: readonly JsonObject[], keys: Keys): boolean {
  const texts = documents.map((document) => JSON.stringify(valueAt(document, keys)));
  return texts.some((text) => text !== texts[0]);
}

/** How many fields have a value of their own. */
export function countSet(nodes: readonly FieldNode[], { document, places }: FormPart): number {
  return nodes.reduce((sum, { field, inside }) => {
    if (field.control === 'SECTION')
      return sum + countSet(inside, { fields: [], document, places });
    const value = valueAt(document, keysOf(field.path, places));
    return sum + (value === undefined || value === null || field.control === 'ID' ? 0 : 1);
  }, 0);
}

/** A copy of a value in which one member is another, or is absent with null. */
export function withSet(old: unknown, [key, ...inner]: Keys, value: unknown): unknown {
  if (key === undefined) return value;
  const next = inner.length === 0 ? value : withSet(valueAt(old, [key]), inner, value);
  if (typeof key === 'number') {
    const entries: readonly unknown[] = Array.isArray(old) ? old : [];
    return entries.with(key, next ?? '');
  }
  const members = isObject(old) ? old : {};
  if (next !== null) return { ...members, [key]: next };
  return Object.fromEntries(Object.entries(members).filter(([name]) => name !== key));
}

/** Two patches of a document as one: what the second says counts. */
export function bothPatches(one: JsonObject, other: JsonObject): JsonObject {
  const inside = Object.entries(other).map(([key, value]) => {
    const before = one[key];
    return [key, isObject(before) && isObject(value) ? bothPatches(before, value) : value] as const;
  });
  return { ...one, ...Object.fromEntries(inside) };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null;
}
