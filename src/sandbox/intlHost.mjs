// @ts-check
import { LRUCache } from 'lru-cache';
import { isRecord, listOf, plainOf } from './guestValues.mjs';

/**
 * The languages, currencies and time zones of Node, for scripts in QuickJS, which has none. The input is two texts, both JSON of
 * plain values: a `maker` (the format to make: kind, locales, options) and a `call` (the method, and its arguments). The output
 * is one text: `=` and the JSON of the result, or `!` and the JSON of an error's name and message. No object of the host crosses.
 * Sizes and counts are limited here, time by the script's own limit.
 */

/** @typedef {any} Any a value of the user's code, of any type */

/** The language of scripts that name none: that of Node on a machine without any. */
const DEFAULT_LOCALE = 'en-US';
const MAX_MAKER = 10_000;
const MAX_CALL = 200_000;
/** The cost of each segment grows with the length of the text. */
const MAX_SEGMENTED = 20_000;
/** The number of formats a script may create besides the cached ones: they take memory of the host. */
const MAX_MADE = 1_000;

/** The methods that scripts may call, by kind of format. Kinds that this Node lacks are missing for scripts, too. */
const FORMATS = ['format', 'formatToParts', 'resolvedOptions'];
const RANGES = ['formatRange', 'formatRangeToParts'];
const METHODS = new Map(
  Object.entries({
    Collator: ['compare', 'resolvedOptions'],
    DateTimeFormat: [...FORMATS, ...RANGES],
    DisplayNames: ['of', 'resolvedOptions'],
    DurationFormat: FORMATS,
    ListFormat: FORMATS,
    NumberFormat: [...FORMATS, ...RANGES],
    PluralRules: ['select', 'selectRange', 'resolvedOptions'],
    RelativeTimeFormat: FORMATS,
    Segmenter: ['resolvedOptions'],
  }).filter(([kind]) => kind in Intl),
);

/** @typedef {(method: string, args: unknown[]) => unknown} Made */

/** @type {LRUCache<string, Made>} */
const made = new LRUCache({ max: 100 });

/**
 * Opens the bridge for one script, in the zone of its chat.
 *
 * @param {string} timeZone
 * @returns {(maker: string, call: string) => string}
 */
export function openIntl(timeZone) {
  let makersUsed = 0;
  /** @param {string} maker */
  const find = (maker) => {
    const key = `${timeZone}\n${maker}`;
    const found = made.get(key);
    if (found) return found;
    makersUsed += 1;
    if (makersUsed > MAX_MADE) throw new RangeError('too many formats of other kinds');
    const fresh = make(plainOf(JSON.parse(maker)), timeZone);
    made.set(key, fresh);
    return fresh;
  };
  return (maker, call) => {
    try {
      if (maker.length > MAX_MAKER || call.length > MAX_CALL) throw new RangeError('Too large');
      const [method, ...args] = listOf(plainOf(JSON.parse(call)));
      return `=${JSON.stringify(find(maker)(String(method), args)) ?? 'null'}`;
    } catch (error) {
      const { name, message } = error instanceof Error ? error : new Error('It failed');
      return `!${JSON.stringify([name, message.slice(0, 500)])}`;
    }
  };
}

/** @param {unknown} maker @param {string} timeZone @returns {Made} */
function make(maker, timeZone) {
  const [kind, locales, options, method] = listOf(maker);
  const name = String(kind);
  if (name === 'Intl') return (tool, args) => callTool(tool, args, timeZone);
  if (name === 'Date')
    return dateFormat(String(method), preferred(locales), inZone(options, timeZone));
  if (name === 'Number') return numberFormat(0, preferred(locales), options);
  if (name === 'BigInt') return numberFormat(0n, preferred(locales), options);
  if (name === 'Locale') return localeOf(locales, options);
  const methods = METHODS.get(name);
  if (!methods) throw new TypeError('There is no such kind');
  const zoned = name === 'DateTimeFormat' ? inZone(options, timeZone) : options;
  const format = new (unchecked(Intl)[name])(preferred(locales), zoned);
  return (called, args) => {
    if (called === 'make') return undefined;
    if (called === 'segment' && name === 'Segmenter') return segmentsOf(format, args);
    if (!methods.includes(called)) throw new TypeError('There is no such method');
    return format[called](...(called === 'compare' ? args.map(comparable) : args));
  };
}

/**
 * A text to compare. Its combining marks are sorted, in time that grows with the square of their number in a row, and nothing
 * can interrupt that; so long runs are divided (Unicode Standard Annex #15, "Stream-Safe Text Process").
 *
 * @param {unknown} value
 */
function comparable(value) {
  return String(value).replace(/\p{M}{30}(?=\p{M})/gu, '$&\u034f');
}

/**
 * The value as one of any type: built-ins check their arguments themselves, and scripts get their errors.
 *
 * @param {unknown} value @returns {any}
 */
function unchecked(value) {
  return value;
}

/** Adds the default language, so that an unknown one does not fall back to that of the machine. @param {unknown} locales */
function preferred(locales) {
  if (locales === undefined) return DEFAULT_LOCALE;
  const isPlain = typeof locales === 'string' || Array.isArray(locales);
  return isPlain ? [...[locales].flat(), DEFAULT_LOCALE] : locales;
}

/** @param {unknown} options @param {string} timeZone */
function inZone(options, timeZone) {
  if (options === null) return options;
  const given = isRecord(options) ? options : {};
  return { ...given, timeZone: given.timeZone === undefined ? timeZone : given.timeZone };
}

/**
 * Formats numbers as `Number.prototype.toLocaleString` does.
 *
 * @param {unknown} example @param {unknown} locales @param {unknown} options @returns {Made}
 */
function numberFormat(example, locales, options) {
  unchecked(example).toLocaleString(locales, options);
  const format = new Intl.NumberFormat(unchecked(locales), unchecked(options));
  return (_, [value]) => format.format(unchecked(value));
}

/** The methods that format a date, each with the fields it shows when the options name none. */
const SHOWN = new Map([
  [
    'toLocaleString',
    [
      'weekday',
      'dayPeriod',
      'fractionalSecondDigits',
      'year',
      'month',
      'day',
      'hour',
      'minute',
      'second',
    ],
  ],
  ['toLocaleDateString', ['weekday', 'year', 'month', 'day']],
  ['toLocaleTimeString', ['dayPeriod', 'fractionalSecondDigits', 'hour', 'minute', 'second']],
]);
const NEVER_BY_ITSELF = ['weekday', 'dayPeriod', 'fractionalSecondDigits'];

/**
 * Shows dates as the method of `Date` of that name does, but makes its format only once.
 *
 * @param {string} method @param {unknown} locales @param {unknown} options with the zone
 * @returns {Made}
 */
function dateFormat(method, locales, options) {
  const fields = SHOWN.get(method);
  if (!fields) throw new TypeError('There is no such method');
  unchecked(new Date(0))[method](locales, options);
  const given = unchecked(isRecord(options) ? options : {});
  const isSaid = [...fields, 'dateStyle', 'timeStyle'].some((name) => given[name] !== undefined);
  const added = isSaid ? [] : fields.filter((name) => !NEVER_BY_ITSELF.includes(name));
  const defaults = Object.fromEntries(added.map((name) => [name, 'numeric']));
  const format = new Intl.DateTimeFormat(unchecked(locales), { ...given, ...defaults });
  return (_, [ms]) =>
    typeof ms === 'number' && !Number.isNaN(ms) ? format.format(ms) : 'Invalid Date';
}

/** @param {Intl.Segmenter} segmenter @param {unknown[]} args */
function segmentsOf(segmenter, [value]) {
  const text = String(value);
  if (text.length > MAX_SEGMENTED)
    throw new RangeError(`segments texts of at most ${MAX_SEGMENTED} characters`);
  return Array.from(segmenter.segment(text), ({ segment, index, isWordLike }) => ({
    segment,
    index,
    isWordLike,
  }));
}

const LISTS = ['Calendars', 'Collations', 'HourCycles', 'NumberingSystems', 'TimeZones'];
const TEXTS = ['baseName', 'calendar', 'caseFirst', 'collation', 'firstDayOfWeek', 'hourCycle'];
const PARTS = ['language', 'numberingSystem', 'numeric', 'region', 'script', 'variants'];

/** All properties of a locale at once. @param {unknown} tag @param {unknown} options @returns {Made} */
function localeOf(tag, options) {
  const locale = unchecked(new Intl.Locale(unchecked(tag), unchecked(options)));
  return () => ({
    tag: locale.toString(),
    maximal: locale.maximize().toString(),
    minimal: locale.minimize().toString(),
    parts: [...TEXTS, ...PARTS]
      .filter((name) => name in locale)
      .map((name) => [name, locale[name]]),
    lists: [...LISTS, 'TextInfo', 'WeekInfo']
      .map((name) => `get${name}`)
      .filter((name) => name in locale)
      .map((name) => [name, locale[name]()]),
  });
}

/** The tools that need no format, by name. @type {Map<string, (timeZone: string, ...args: Any[]) => unknown>} */
const TOOLS = new Map(
  Object.entries({
    kinds: () => [...METHODS],
    getCanonicalLocales: (_, locales) => Intl.getCanonicalLocales(locales),
    supportedValuesOf: (_, key) => Intl.supportedValuesOf(key),
    supportedLocalesOf: (_, kind, ...args) =>
      METHODS.has(kind) && unchecked(Intl)[kind].supportedLocalesOf(...args),
    toLocaleUpperCase: (_, text, locales = DEFAULT_LOCALE) => text.toLocaleUpperCase(locales),
    toLocaleLowerCase: (_, text, locales = DEFAULT_LOCALE) => text.toLocaleLowerCase(locales),
    parseDate: (_, text) => parsedDate(text),
    offset: (timeZone, ms) => offsetOf(ms, timeZone),
    zoneName: (timeZone, ms) => zonePart(ms, timeZone, 'long'),
  }),
);

/** @param {string} name @param {unknown[]} args @param {string} timeZone */
function callTool(name, args, timeZone) {
  const tool = TOOLS.get(name);
  if (!tool) throw new TypeError('There is no such tool');
  return tool(timeZone, ...args);
}

/**
 * A written date in ms, and whether it is a local time, which is then given as if it were in UTC.
 *
 * @param {string} text
 */
function parsedDate(text) {
  const ms = text.length > 1_000 ? NaN : Date.parse(text);
  if (Number.isNaN(ms)) return [null, false];
  const isWall = !ISO_DAY.test(text) && !ZONE.test(text.replace(/\([^()]*\)/g, ' '));
  return [isWall ? ms - new Date(ms).getTimezoneOffset() * 60_000 : ms, isWall];
}

/** A date without a time, which ECMAScript reads as UTC. */
const ISO_DAY = /^(\d{4}|[+-]\d{6})(-\d\d(-\d\d)?)?$/;
const ZONE = /\b(UTC?|GMT|[ECMP][SD]T)\b|\d\s*Z\b|:\d.*[+-]\d/i;

/** How far local time is ahead of UTC at an instant, in ms. @param {number} ms @param {string} timeZone */
function offsetOf(ms, timeZone) {
  const written = zonePart(ms, timeZone, 'longOffset');
  const [, sign, hours = 0, minutes = 0, seconds = 0] =
    /([+-])(\d+):(\d+)(?::(\d+))?/.exec(written) ?? [];
  const size = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000;
  return sign === '-' ? -size : size;
}

/** @param {number} ms @param {string} timeZone @param {'long' | 'longOffset'} timeZoneName */
function zonePart(ms, timeZone, timeZoneName) {
  const key = `${timeZone}\n${timeZoneName}`;
  const format = zones.get(key) ?? new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName });
  zones.set(key, format);
  return format.format(ms).replace(/^[^,]*, /, '');
}

/** @type {LRUCache<string, Intl.DateTimeFormat>} */
const zones = new LRUCache({ max: 20 });
