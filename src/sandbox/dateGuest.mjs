// @ts-check
/**
 * `Date` inside QuickJS in the time zone of the chat: QuickJS itself knows only UTC. Dates stay those of QuickJS; everything
 * local about them (hours, texts, parsing) uses the offset of the zone at that moment. It is loaded, like `Intl`, when code first
 * uses `Date`, which code cannot have changed before.
 *
 * The source is a function of QuickJS's `Date`, the result of `INTL_SOURCE` and the tools; it returns the `Date` to use.
 */
export const DATE_SOURCE = `(function (Native, loaded, tools) {
  'use strict';
  const { bridge } = loaded;
  const zone = (${makeZone})(bridge, tools);
  zone.zoneText = (${makeZoneText})(bridge, zone);
  const Date = (${makeDate})(Native, zone, tools);
  (${addParts})(Native, zone, tools);
  (${addOldParts})(Native, zone, tools);
  (${addTexts})(Native, zone, tools);
  (${addLocalTexts})(Native, bridge, tools);
  return Date;
})`;

/**
 * @typedef {any} Any a value of the user's code, of any type
 * @typedef {Record<string, Any>} Tools
 */

/** Converts between instants and local time ("wall"), both in ms. @param {Any} bridge @param {Tools} tools */
function makeZone({ tool }, { create }) {
  const DAY = 86_400_000;
  const LAST = 8.64e15;
  let known = create(null);
  let count = 0;
  /** @param {number} ms @returns {number} */
  const offsetAt = (ms) => {
    const second = ms - (ms % 1_000);
    if (known[second] !== undefined) return known[second];
    if (count++ % 1_000 === 0) known = create(null);
    return (known[second] = second >= -LAST && second <= LAST ? tool('offset', second) : 0);
  };
  /** @param {number} ms */
  const toWall = (ms) => ms + offsetAt(ms);
  /** A local time that clocks skip or show twice is read with the offset before the change. @param {number} wall */
  const fromWall = (wall) => {
    const [before, after] = [offsetAt(wall - DAY), offsetAt(wall + DAY)];
    const early = wall - before;
    if (before === after || offsetAt(early) === before) return early;
    const late = wall - after;
    return offsetAt(late) === after ? late : early;
  };
  /** @param {Any} text */
  const read = (text) => {
    const found = tool('parseDate', `${text}`);
    return found[0] === null ? NaN : found[1] ? fromWall(found[0]) : found[0];
  };
  return { offsetAt, toWall, fromWall, read };
}

/** @param {Any} Native @param {Any} zone @param {Tools} tools */
function makeDate(Native, { fromWall, read }, { apply, construct, define, toPrimitive }) {
  const { prototype, UTC, now } = Native;
  const timeOf = prototype.getTime;
  /** @param {Any} value */
  const msOf = (value) => {
    if (typeof value === 'object' && value !== null) {
      if (value instanceof Native) return apply(timeOf, value, []);
      const plain = value[toPrimitive] ? value[toPrimitive]('default') : value.valueOf();
      return typeof plain === 'object' ? read(value) : msOf(plain);
    }
    return typeof value === 'string' ? read(value) : +value;
  };
  /** @this {Any} @param {Any[]} args */
  const Date = function Date(...args) {
    if (new.target === undefined) return new Date().toString();
    if (args.length === 0) return construct(Native, [now()], new.target);
    const ms = args.length === 1 ? msOf(args[0]) : fromWall(apply(UTC, undefined, args));
    return construct(Native, [ms], new.target);
  };
  define(Date, 'length', 7);
  define(Date, 'now', now);
  define(Date, 'UTC', UTC);
  define(Date, 'parse', (/** @type {Any} */ text) => read(text));
  Date.prototype = prototype;
  define(prototype, 'constructor', Date);
  return Date;
}

/** Adds the methods that read and set local parts, such as `getHours`. @param {Any} Native @param {Any} zone @param {Tools} tools */
function addParts(Native, { toWall, fromWall }, { apply, construct, define }) {
  const { prototype } = Native;
  const { getTime, setTime } = prototype;
  const PARTS = ['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'];
  /** @param {Any} self */
  const wallOf = (self) => construct(Native, [toWall(apply(getTime, self, []))]);
  for (let at = 0; at < PARTS.length; at += 1) {
    const get = prototype[`getUTC${PARTS[at]}`];
    const set = prototype[`setUTC${PARTS[at]}`];
    /** @this {Any} */
    const read = function () {
      return apply(get, wallOf(this), []);
    };
    /** @this {Any} @param {Any[]} args */
    const write = function (...args) {
      return apply(setTime, this, [fromWall(apply(set, wallOf(this), args))]);
    };
    define(prototype, `get${PARTS[at]}`, read);
    if (set) define(prototype, `set${PARTS[at]}`, write);
  }
}

/** Adds `getTimezoneOffset`, `getYear` and `setYear`. @param {Any} Native @param {Any} zone @param {Tools} tools */
function addOldParts({ prototype }, { offsetAt }, { apply, define }) {
  const { getTime, getFullYear, setFullYear } = prototype;
  /** @this {Any} */
  const getTimezoneOffset = function () {
    const ms = apply(getTime, this, []);
    const minutes = -offsetAt(ms) / 60_000;
    return ms - ms === 0 ? minutes - (minutes % 1) + 0 : NaN;
  };
  /** @this {Any} */
  const getYear = function () {
    return apply(getFullYear, this, []) - 1900;
  };
  /** @this {Any} @param {Any} year */
  const setYear = function (year) {
    const whole = +year - (+year % 1);
    return apply(setFullYear, this, [whole >= 0 && whole <= 99 ? whole + 1900 : year]);
  };
  define(prototype, 'getTimezoneOffset', getTimezoneOffset);
  define(prototype, 'getYear', getYear);
  define(prototype, 'setYear', setYear);
}

/** Creates the function that writes the zone after a time. @param {Any} bridge @param {Any} zone */
function makeZoneText({ tool }, { offsetAt }) {
  /** @param {number} size */
  const two = (size) => (size < 10 ? `0${size}` : `${size}`);
  /** @param {number} ms */
  return (ms) => {
    const offset = offsetAt(ms);
    const minutes = (offset < 0 ? -offset : offset) / 60_000;
    const whole = minutes - (minutes % 1);
    const hours = (whole - (whole % 60)) / 60;
    return `GMT${offset < 0 ? '-' : '+'}${two(hours)}${two(whole % 60)} (${tool('zoneName', ms)})`;
  };
}

/** Adds the methods that write a date as text. @param {Any} Native @param {Any} zone @param {Tools} tools */
function addTexts(Native, { toWall, zoneText }, { apply, construct, cut, define }) {
  const { prototype } = Native;
  const { getTime, toString, toDateString } = prototype;
  const ZONE = -'GMT+0000'.length;
  const CLOCK = -'00:00:00 GMT+0000'.length;
  /** @param {string} name @param {(ms: number, wall: Any) => string} show */
  const add = (name, show) => {
    /** @this {Any} */
    const act = function () {
      const ms = apply(getTime, this, []);
      return ms - ms === 0 ? show(ms, construct(Native, [toWall(ms)])) : 'Invalid Date';
    };
    define(prototype, name, act);
  };
  /** @param {Any} wall */
  const textOf = (wall) => apply(toString, wall, []);
  add('toDateString', (_, wall) => apply(toDateString, wall, []));
  add('toString', (ms, wall) => `${cut(textOf(wall), 0, ZONE)}${zoneText(ms)}`);
  add('toTimeString', (ms, wall) => `${cut(textOf(wall), CLOCK, ZONE)}${zoneText(ms)}`);
}

/** Adds the `toLocale…` methods. @param {Any} Native @param {Any} bridge @param {Tools} tools */
function addLocalTexts({ prototype }, { call, writeLocales, writeOptions, write }, tools) {
  const { apply, define } = tools;
  const { getTime } = prototype;
  const NAMES = ['toLocaleString', 'toLocaleDateString', 'toLocaleTimeString'];
  for (let at = 0; at < NAMES.length; at += 1) {
    /** @this {Any} @param {Any} locales @param {Any} options */
    const act = function (locales, options) {
      const ms = apply(getTime, this, []);
      const made = `["l","Date",${writeLocales(locales)},${writeOptions(options)},"${NAMES[at]}"]`;
      return call(made, 'format', `,${write(ms)}`);
    };
    define(prototype, NAMES[at], act);
  }
}
