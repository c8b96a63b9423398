// @ts-check
import { addMethods, addSegments, makeFormats, makeKinds } from './formatsGuest.mjs';
import { addLocaleParts, makeIntl, makeLocale, makeMethods } from './localeGuest.mjs';

/** The options of all formats; each ignores those of others. */
const NAMES = (
  'localeMatcher numberingSystem style currency currencyDisplay currencySign unit unitDisplay notation minimumIntegerDigits ' +
  'minimumFractionDigits maximumFractionDigits minimumSignificantDigits maximumSignificantDigits roundingIncrement roundingMode ' +
  'roundingPriority trailingZeroDisplay compactDisplay useGrouping signDisplay calendar hour12 hourCycle timeZone weekday era ' +
  'year month day dayPeriod hour minute second fractionalSecondDigits timeZoneName formatMatcher dateStyle timeStyle usage ' +
  'collation numeric caseFirst sensitivity ignorePunctuation type fallback languageDisplay granularity language script region ' +
  'variants firstDayOfWeek years months weeks days hours minutes seconds milliseconds microseconds nanoseconds yearsDisplay ' +
  'monthsDisplay weeksDisplay daysDisplay hoursDisplay minutesDisplay secondsDisplay millisecondsDisplay microsecondsDisplay ' +
  'nanosecondsDisplay fractionalDigits'
).split(' ');

/**
 * `Intl` inside QuickJS, which has none: a shell that calls Node's own (`intlHost.mjs`), and the methods of texts, numbers and
 * lists that depend on a language. Loaded only when code first uses one of these. Built-ins come with `tools`, which were
 * taken before the user's code ran.
 *
 * The source is a function of `callHost` (the bridge) and `tools`; it returns `{ Intl, methods, bridge }`.
 */
export const INTL_SOURCE = `(function (callHost, tools) {
  'use strict';
  const stamps = (${makeStamps})();
  const writer = (${makeWriter})(tools, stamps, ${JSON.stringify(NAMES)});
  const bridge = (${makeBridge})(callHost, tools, writer);
  bridge.writeArguments = (${makeArguments})(writer, tools);
  const kinds = (${makeKinds})(bridge, tools, stamps);
  const addMethod = (${addMethods})(bridge, tools, kinds);
  const formats = (${makeFormats})(bridge, tools, { ...kinds, addMethod });
  (${addSegments})(bridge, tools, { formats, markOf: kinds.markOf });
  formats.Locale = (${makeLocale})(bridge, tools, stamps);
  (${addLocaleParts})(formats.Locale, tools, stamps);
  const Intl = (${makeIntl})(bridge, tools, formats);
  return { Intl, bridge, methods: (${makeMethods})(bridge, tools) };
})`;

/**
 * @typedef {any} Any a value of the user's code, of any type
 * @typedef {Record<string, Any>} Tools
 */

/** Marks objects made here, each with its description; the user's code can neither forge nor read a mark. */
function makeStamps() {
  class Given {
    /** @param {Any} object */
    constructor(object) {
      return object;
    }
  }
  class Stamp extends Given {
    #mark;
    /** @param {Any} object @param {Any} mark */
    constructor(object, mark) {
      super(object);
      this.#mark = mark;
    }
    /** @param {Any} object */
    static has(object) {
      return typeof object === 'object' && object !== null && #mark in object;
    }
    /** @param {Any} object throws for an object without a mark @returns {Any} */
    static read(object) {
      return object.#mark;
    }
  }
  return {
    /** @param {Any} object @param {Any} mark */
    set: (object, mark) => void new Stamp(object, mark),
    has: Stamp.has,
    read: Stamp.read,
  };
}

/**
 * Serializes values for the host, text by text, without calling any `toJSON` or iterator of the user's code.
 *
 * @param {Tools} tools @param {Any} stamps @param {string[]} names
 */
function makeWriter({ quote, RangeError }, stamps, names) {
  /** @param {Any} value @returns {string} */
  const write = (value) => {
    if (value === undefined) return '["u"]';
    if (value === null || typeof value === 'boolean') return `${value}`;
    if (typeof value === 'bigint') return `["b","${value}"]`;
    if (typeof value !== 'number') return quote(`${value}`);
    const isJson = value - value === 0 && !(value === 0 && 1 / value < 0);
    return isJson ? `${value}` : `["n","${value === 0 ? '-0' : value}"]`;
  };
  /** @param {Any} options */
  const writeOptions = (options) => {
    if (options === null || (typeof options !== 'object' && typeof options !== 'function'))
      return write(options);
    let text = '["o"';
    for (let at = 0; at < names.length; at += 1) {
      const value = options[names[at] ?? ''];
      if (value !== undefined) text += `,"${names[at]}",${write(value)}`;
    }
    return `${text}]`;
  };
  /** @param {Any} list */
  const writeList = (list) => {
    let text = '["l"';
    for (let at = 0; at < list.length; at += 1) text += `,${write(list[at])}`;
    return `${text}]`;
  };
  /** @param {Any} value */
  const plain = (value) => (typeof value === 'object' && value !== null ? `${value}` : value);
  /** @param {Any} locales */
  const writeLocales = (locales) => {
    if (locales === null || typeof locales !== 'object') return write(locales);
    if (stamps.has(locales)) return quote(stamps.read(locales).tag);
    const tags = [];
    const length = +locales.length || 0;
    if (length > 100) throw new RangeError('Too many locales');
    for (let at = 0; at < length; at += 1) {
      const tag = locales[at];
      tags[at] = stamps.has(tag) ? stamps.read(tag).tag : plain(tag);
    }
    return writeList(tags);
  };
  return { write, writeOptions, writeList, writeLocales };
}

/** @param {(maker: string, call: string) => string} callHost @param {Tools} tools @param {Any} writer */
function makeBridge(callHost, { parse, quote, cut, TypeError, RangeError, SyntaxError }, writer) {
  const { write, writeOptions, writeLocales } = writer;
  /** @param {string} maker @param {string} method @param {string} args each with a comma before it */
  const call = (maker, method, args) => {
    const answer = callHost(maker, `["l",${quote(method)}${args}]`);
    const value = parse(cut(answer, 1));
    if (answer[0] === '=') return value;
    const [name, message] = [value[0], value[1]];
    if (name === 'RangeError') throw new RangeError(message);
    throw name === 'SyntaxError' ? new SyntaxError(message) : new TypeError(message);
  };
  /** @param {string} kind @param {Any} locales @param {Any} options */
  const maker = (kind, locales, options) =>
    `["l","${kind}",${writeLocales(locales)},${writeOptions(options)}]`;
  return {
    ...writer,
    call,
    maker,
    /** @param {string} method @param {Any} [first] */
    tool: (method, first) => call('["l","Intl"]', method, `,${write(first)}`),
    /** @param {string} kind @param {Any} locales @param {Any} options */
    supportedLocales: (kind, locales, options) =>
      call(
        '["l","Intl"]',
        'supportedLocalesOf',
        `,"${kind}",${writeLocales(locales)},${writeOptions(options)}`,
      ),
  };
}

/** How each format serializes the arguments of its methods. @param {Any} bridge @param {Tools} tools */
function makeArguments({ write, writeList, writeOptions }, { TypeError }) {
  /** @param {Any} value */
  const number = (value) => write(typeof value === 'object' && value !== null ? +value : value);
  /** @param {Any} value */
  const text = (value) => write(`${value}`);
  const texts = (/** @type {Any} */ list = []) => {
    const members = [];
    let length = 0;
    for (const member of list) {
      if (typeof member !== 'string') {
        throw new TypeError(`Iterable yielded ${member} which is not a string`);
      }
      members[length++] = member;
    }
    return writeList(members);
  };
  /** @param {Any} value */
  const lasting = (value) => (typeof value === 'string' ? write(value) : writeOptions(value));
  /** @type {Record<string, ((value: Any) => string)[]>} */
  const writers = {
    Collator: [text, text],
    DateTimeFormat: [number],
    DisplayNames: [text],
    DurationFormat: [lasting],
    ListFormat: [texts],
    NumberFormat: [number],
    PluralRules: [number],
    RelativeTimeFormat: [number, text],
    Segmenter: [text],
  };
  /** @param {string} kind @param {string} method @param {Any[]} args */
  return (kind, method, args) => {
    if (method === 'resolvedOptions') return '';
    const isRange =
      method === 'selectRange' || method === 'formatRange' || method === 'formatRangeToParts';
    const wanted = isRange ? [number, number] : (writers[kind] ?? []);
    let text = '';
    for (let at = 0; at < wanted.length; at += 1) text += `,${wanted[at]?.(args[at])}`;
    return text;
  };
}
