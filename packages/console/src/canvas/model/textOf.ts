import type { FlowGroup, FlowPart, JsonObject } from '@parley/client';
import { ofServer, t } from '../../i18n/t.js';
import { hasText, keysOf, valueAt } from '../../blocks/formModel.js';
import { type Kind, type Kinds, labelOf } from '../../blocks/kinds.js';

/** A member that the canvas shows. */
type Said = Kind['canvasFields'][number];

/** More of a text than two lines ever show, in characters. */
const LONGEST = 160;

/** What a block says or does, in its own words; blank where it has none. */
export function textOf(block: FlowPart, kinds: Kinds): string {
  const own = canvasFieldsOf(block['type'], kinds).filter(({ path }) => !path.includes('[]'));
  return firstOf(own, (field) => wordsIn(field, block, valueAt(block, keysOf(field.path, []))));
}

/** The kind of a block, and what it says. */
export function blockInWords(block: FlowPart, kinds: Kinds): string {
  const [kind, text] = [labelOf(block['type'], kinds), textOf(block, kinds)];
  return text === '' ? kind : `${kind}: ${text}`;
}

/** The title of a group, or words in the place of an empty one. */
export function titleInWords(group: FlowGroup): string {
  return String(group['title'] ?? '') || t('Without a title');
}

/** The first words that there are. */
function firstOf(fields: readonly Said[], wordsOf: (field: Said) => string): string {
  for (const field of fields) {
    const words = wordsOf(field);
    if (words !== '') return words;
  }
  return '';
}

function canvasFieldsOf(type: unknown, kinds: Kinds): readonly Said[] {
  return kinds.get(String(type))?.canvasFields ?? [];
}

/** What a member says; code says itself where it is one line. A variable is shown beside the words. */
function wordsIn(field: Said, document: JsonObject, value: unknown): string {
  if (field.control === 'VARIABLE') return '';
  if (Array.isArray(value)) return brief(value.map(plain).join(' '));
  if (typeof value !== 'string') return '';
  const text = value.trim();
  if (field.control === 'CODE' && text.includes('\n') && !hasText(field, document))
    return t('code');
  const choice = field.choices.find((one) => one.value === text);
  return choice?.label ?? brief(text);
}

/** The id of the variable that a block sets. */
export function variableOf(block: FlowPart, kinds: Kinds): string | undefined {
  const field = canvasFieldsOf(block['type'], kinds).find(({ control }) => control === 'VARIABLE');
  const id = field && valueAt(block, keysOf(field.path, []));
  return typeof id === 'string' ? id : undefined;
}

/** An item of a block, or one of its paths, and what a canvas shows of it. */
export interface ItemRow {
  readonly item: JsonObject;
  readonly path?: JsonObject;
  readonly fields: readonly Said[];
}

/** The rows of the items of a block. An item with paths has a row for each of them, in its place. */
export function rowsOf(block: FlowPart, kinds: Kinds): readonly ItemRow[] {
  const all = canvasFieldsOf(block['type'], kinds);
  const own = inEntries('items', all);
  const ofPaths = inEntries('paths', own);
  return listOf(block, 'items').flatMap((item): readonly ItemRow[] => {
    const paths = listOf(item, 'paths');
    if (paths.length === 0) return [{ item, fields: own }];
    return paths.map((path) => ({ item, path, fields: ofPaths }));
  });
}

/** The members of the entries of a list, by their paths from there. */
function inEntries(list: string, fields: readonly Said[]): readonly Said[] {
  const prefix = `${list}[].`;
  return fields.flatMap((field) =>
    field.path.startsWith(prefix) ? [{ ...field, path: field.path.slice(prefix.length) }] : [],
  );
}

function listOf(part: JsonObject, name: string): readonly JsonObject[] {
  const list = part[name];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

/** What an item says, with variables by their names: the text of a button, the words of a condition. */
export function itemTextOf(
  { item, path, fields }: ItemRow,
  nameOf: (variableId: string) => string,
): string {
  const part = path ?? item;
  return firstOf(fields, (field) => {
    const value = valueAt(part, keysOf(field.path, []));
    return isObject(value) ? conditionWords(value, nameOf) : wordsIn(field, part, value);
  });
}

/** Whether a block has just these items, so that none is taken from it or put in: each is another choice. */
export function hasFixedItems(block: FlowPart, kinds: Kinds): boolean {
  return inEntries('items', canvasFieldsOf(block['type'], kinds)).some(
    ({ control }) => control === 'CHOICE',
  );
}

/** A condition in words. */
function conditionWords(
  { comparisons, logicalOperator }: JsonObject,
  nameOf: (variableId: string) => string,
): string {
  if (!Array.isArray(comparisons) || comparisons.length === 0) return '';
  const joined = logicalOperator === 'OR' ? t('or') : t('and');
  const words = comparisons.filter(isObject).map((comparison) => {
    const { variableId, comparisonOperator = 'Equal to', value } = comparison;
    const name = typeof variableId === 'string' ? nameOf(variableId) : '…';
    return [name, wordsOf(String(comparisonOperator)), value ?? ''].join(' ').trim();
  });
  return brief(words.join(` ${joined} `));
}

const SIGNS: Readonly<Record<string, string>> = {
  'Equal to': '=',
  'Not equal': '≠',
  'Greater than': '>',
  'Greater or equal to': '≥',
  'Less than': '<',
  'Less or equal to': '≤',
};

function wordsOf(operator: string): string {
  const words = ofServer(operator);
  return SIGNS[operator] ?? words.charAt(0).toLowerCase() + words.slice(1);
}

const EVENTS = new Map([
  ['start', t('Start')],
  ['command', t('Command')],
  ['reply', t('Reply')],
  ['invalidReply', t('Invalid reply')],
]);

/** What an event is called. */
export function eventInWords({ type }: FlowPart): string {
  return EVENTS.get(String(type)) ?? String(type);
}

/** How many blocks there are. */
export function blocksInWords(count: number): string {
  return t('1 block|{count} blocks', { count });
}

/** The text of rich text: that of a node and of all in it. */
function plain(node: unknown): string {
  if (!isObject(node)) return '';
  const { text, children } = node;
  if (typeof text === 'string') return text;
  return Array.isArray(children) ? children.map(plain).join('') : '';
}

/** Whether a value is an object, and no list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A text as one short line. */
export function brief(text: string): string {
  const line = text
    .slice(0, LONGEST * 2)
    .replace(/\s+/g, ' ')
    .trim();
  return line.length > LONGEST ? `${line.slice(0, LONGEST)}…` : line;
}
