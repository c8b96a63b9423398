import type { FlowPart, JsonObject } from '@parley/client';
import { t } from '../../i18n/t.js';

/** Where a block says what it does, best first; the first text that is not blank is shown. */
const SPOKEN = [
  'content.plainText',
  'content.html',
  'content.url',
  'options.expressionToEvaluate',
  'options.url',
  'options.webhook.url',
  'options.subject',
  'options.message',
  'options.name',
  'options.task',
  'options.action',
  'options.secondsToWaitFor',
  'options.labels.placeholder',
] as const;

/** More of a text than two lines ever show, in characters. */
const LONGEST = 160;

/** What a block says or does, in its own words; blank where it has none. Never code, which its first line does not explain. */
export function textOf(block: FlowPart): string {
  const richText = at(block, 'content.richText');
  if (Array.isArray(richText)) return brief(richText.map(plain).join(' '));
  if (at(block, 'options.isCode') === true) return t('code');
  for (const path of SPOKEN) {
    const said = at(block, path);
    if (typeof said === 'string' && said.trim() !== '') return brief(said);
  }
  return '';
}

/** The id of the variable that a block sets. */
export function variableOf(block: FlowPart): string | undefined {
  const id = at(block, 'options.variableId');
  return typeof id === 'string' ? id : undefined;
}

/** What an item says, with variables by their names: the text of a button, the words of a condition. */
export function itemTextOf(item: JsonObject, nameOf: (variableId: string) => string): string {
  const { title, content, text, path, exit } = item;
  for (const said of [title, content, text, path, EXITS[String(exit)]]) {
    if (typeof said === 'string' && said.trim() !== '') return brief(said);
  }
  const comparisons = at(item, 'content.comparisons');
  if (!Array.isArray(comparisons) || comparisons.length === 0) return '';
  const joined = at(item, 'content.logicalOperator') === 'OR' ? t('or') : t('and');
  const words = comparisons.filter(isObject).map((comparison) => {
    const { variableId, comparisonOperator = 'Equal to', value } = comparison;
    const name = typeof variableId === 'string' ? nameOf(variableId) : '…';
    return [name, wordsOf(String(comparisonOperator)), value ?? ''].join(' ').trim();
  });
  return brief(words.join(` ${joined} `));
}

/** The ways on of a handover to which no person came. */
const EXITS: Readonly<Record<string, string>> = {
  nobody: t('Nobody came in time'),
  closed: t('Outside of the working hours'),
};

const SIGNS: Readonly<Record<string, string>> = {
  'Equal to': '=',
  'Not equal': '≠',
  'Greater than': '>',
  'Greater or equal to': '≥',
  'Less than': '<',
  'Less or equal to': '≤',
};

function wordsOf(operator: string): string {
  return SIGNS[operator] ?? operator.toLowerCase();
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
  return count === 1 ? t('1 block') : t('{count} blocks', { count });
}

/** The text of rich text: that of a node and of all in it. */
function plain(node: unknown): string {
  if (!isObject(node)) return '';
  const { text, children } = node;
  if (typeof text === 'string') return text;
  return Array.isArray(children) ? children.map(plain).join('') : '';
}

/** The member of a document at a path. */
function at(part: JsonObject, path: string): unknown {
  let value: unknown = part;
  for (const key of path.split('.')) value = isObject(value) ? value[key] : undefined;
  return value;
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
