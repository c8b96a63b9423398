import { stepsToCopy } from '../interpreter/budget.js';
import type { Value } from '../values/value.js';

/** What the numbers, days and plurals of a text are written with. */
interface Writing {
  /** A tag of BCP 47. */
  readonly language: string;
  readonly valueNamed: (name: string) => Value;
  readonly charge: (steps: number) => void;
}

/** Making a format of `Intl` takes some 50 µs, and a plural takes two. */
const FORMAT_STEPS = 2_500;

/**
 * Writes the numbers, days and plurals of a text as its language does: `{{{Total}}, number, ::currency/EUR}`, `{{{Day}}, date, long}` and
 * `{{{Count}}, plural, one {# mug} other {# mugs}}`, a part of ICU MessageFormat whose arguments are slots. A plural without `other` stays
 * as it is; a value that is no number or day is left for its slot to show, as are slots in a plural.
 */
export function formatMessages(template: string, writing: Writing): string {
  if (!template.includes('{{{')) return template;
  return template.replace(MESSAGE, (whole: string, ...found: string[]) => {
    const [name, ofPlural, cases, kind, ofValue, style] = found;
    writing.charge(FORMAT_STEPS);
    const value = String(writing.valueNamed(String(name)) ?? '').trim();
    const language = ofPlural ?? ofValue ?? writing.language;
    const shown = { value, slot: `{{${name}}}`, language };
    if (cases !== undefined) return pluralOf(cases, shown, writing) ?? whole;
    return kind === 'date' ? dayOf(shown, style) : numberOf(shown, style);
  });
}

/** The same text with numbers, days and plurals as this language writes them, in whatever language the chat goes on: its tag follows the kind. */
export function messagesIn(language: string, text: string): string {
  return text.replace(MESSAGE, (whole: string, ...[, , cases]: string[]) =>
    isWhole(cases) ? whole.replace(UNTAGGED, `$&@${language}`) : whole,
  );
}

const UNTAGGED = /\}\},\s{0,9}(?:plural|number|date)(?!@)/;

/** Whether a text has a number, day or plural that cannot be read. */
export function hasBrokenMessage(text: string): boolean {
  const rest = text.replace(MESSAGE, (whole: string, ...[, , cases]: string[]) =>
    isWhole(cases) ? ' ' : whole,
  );
  return HEAD.test(rest);
}

/** Whether what is no plural, or a plural with these cases, can be written for each value. */
function isWhole(cases: string | undefined): boolean {
  return cases === undefined || casesOf(cases).has('other');
}

/** The name of a case of a plural, and what it shows: no braces but those of slots, which keeps matching linear. */
const [NAME, SHOWN] = [
  String.raw`(?:=\d{1,9}|zero|one|two|few|many|other)`,
  String.raw`(?:[^{}]|\{\{[^{}]+\}\})*`,
];
const CASES = new RegExp(String.raw`(${NAME})\s{0,9}\{(${SHOWN})\}`, 'g');
const TAG = String.raw`(?:@([\w-]{2,35}))?`;
const MESSAGE = new RegExp(
  [
    String.raw`\{\{\{([^{}]+)\}\},\s{0,9}`,
    String.raw`(?:plural${TAG},((?:\s{0,9}${NAME}\s{0,9}\{${SHOWN}\})+)\s{0,9}`,
    String.raw`|(number|date)${TAG}(?:,\s{0,9}([\w:/]{1,30}))?)\}`,
  ].join(''),
  'g',
);
const HEAD = /\{\{\{[^{}]+\}\},\s{0,9}(?:plural|number|date)\b/;

/** A value with its slot, and the language in which it is shown. */
interface ShownValue {
  readonly value: string;
  readonly slot: string;
  readonly language: string;
}

/** The case of a plural for a number: the one for just this number, else that of its category in the language, else `other`. */
function pluralOf(
  cases: string,
  shown: ShownValue,
  { charge }: Pick<Writing, 'charge'>,
): string | undefined {
  const texts = casesOf(cases);
  const other = texts.get('other');
  if (other === undefined) return undefined;
  const number = readNumber(shown.value);
  const category = number === undefined ? 'other' : categoryOf(number, shown.language);
  const chosen = texts.get(`=${number}`) ?? texts.get(category) ?? other;
  const written = numberOf(shown);
  // A number may be hundreds of times longer than its sign.
  charge(stepsToCopy((chosen.split('#').length - 1) * written.length));
  return chosen.replaceAll(SLOT_OR_NUMBER, (found) => (found === '#' ? written : found));
}

function casesOf(cases: string): ReadonlyMap<string, string> {
  return new Map([...cases.matchAll(CASES)].map(([, name, text]) => [String(name), String(text)]));
}

function categoryOf(number: number, language: string): string {
  return new Intl.PluralRules(language).select(number);
}

const SLOT_OR_NUMBER = /\{\{[^{}]+\}\}|#/g;

function readNumber(value: string): number | undefined {
  const number = DECIMAL.test(value) ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** What decimal numbers are made of: `0x1F` may be the number of an order. */
const DECIMAL = /^[-+.\de]+$/i;

function numberOf({ value, slot, language }: ShownValue, style = ''): string {
  const number = readNumber(value);
  if (number === undefined) return slot;
  const currency = /^::currency\/([A-Z]{3})$/.exec(style)?.[1];
  const options = currency === undefined ? {} : ({ style: 'currency', currency } as const);
  return new Intl.NumberFormat(
    language,
    style === '::percent' ? { style: 'percent' } : options,
  ).format(number);
}

/** A day that begins with its year; other texts are left to their slot. */
function dayOf({ value, slot, language }: ShownValue, style = ''): string {
  const text = /^\d{4}-\d\d-\d\d/.exec(value)?.[0];
  const day = Date.parse(`${text}T00:00:00Z`);
  // The 30th of February is read as a day of March.
  if (Number.isNaN(day) || new Date(day).toISOString().slice(0, 10) !== text) return slot;
  const dateStyle = DAY_STYLES.find((one) => one === style) ?? 'medium';
  return new Intl.DateTimeFormat(language, { dateStyle, timeZone: 'UTC' }).format(day);
}

const DAY_STYLES = ['short', 'medium', 'long', 'full'] as const;
