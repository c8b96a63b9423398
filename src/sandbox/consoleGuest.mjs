// @ts-check
/**
 * A console, and `RegExp.$1` and its like, for scripts that use them: see `lazyGuest.mjs`.
 *
 * @typedef {any} Any a value of the user's code, of any type
 * @typedef {Record<string, Any>} Tools
 */

const WRITING = 'log info warn error debug trace dir dirxml table group groupCollapsed';
const SILENT =
  'clear context count countReset createTask groupEnd profile profileEnd time timeEnd timeLog timeStamp';
const NAMES = JSON.stringify([WRITING.split(' '), SILENT.split(' ')]);

/** Source of a function that takes the tools and returns a console. */
export const CONSOLE_SOURCE = `((tools) => (${makeConsole})(tools, ${NAMES}))`;

/** Source of a function that takes the tools and makes `RegExp` remember its last match. */
export const MATCHES_SOURCE = `(${rememberMatches})`;

/** A console with the methods of Node's; lines go to `print`, if there is one. @param {Tools} tools @param {string[][]} names */
function makeConsole({ create, define, write, cut, quote, print }, names) {
  /** @param {Any} value */
  const show = (value) => {
    try {
      return typeof value === 'object' && value !== null ? write(value) : `${value}`;
    } catch {
      return 'something that cannot be shown';
    }
  };
  /** @param {Any[]} values */
  const printLine = (...values) => {
    if (!print) return;
    let line = '';
    for (let at = 0; at < values.length; at += 1) line += `${at > 0 ? ' ' : ''}${show(values[at])}`;
    print(quote(cut(line, 0, 500)));
  };
  const console = create(null);
  const acts = [printLine, () => undefined];
  for (let kind = 0; kind < acts.length; kind += 1) {
    const list = names[kind] ?? [];
    for (let at = 0; at < list.length; at += 1) define(console, list[at], acts[kind]);
  }
  define(console, 'assert', (/** @type {Any} */ condition, /** @type {Any} */ message) => {
    if (!condition) printLine('Assertion failed:', message);
  });
  return console;
}

/** Adds `RegExp.$1` and its like, which describe the last match of any expression. @param {Tools} tools */
function rememberMatches({ apply, define, getter }) {
  const { prototype } = RegExp;
  const { exec } = prototype;
  /** @type {Any} */
  let last = [''];
  let input = '';
  const set = () => undefined;
  define(
    prototype,
    'exec',
    /** @this {Any} @param {Any} text */ function (text) {
      const found = apply(exec, this, [text]);
      if (found !== null) [last, input] = [found, `${text}`];
      return found;
    },
  );
  /** @param {string} name @param {string} short @param {() => string} get */
  const add = (name, short, get) => {
    getter(RegExp, name, { get, set });
    getter(RegExp, short, { get, set });
  };
  const start = () => last.index ?? 0;
  for (let at = 1; at < 10; at += 1) getter(RegExp, `$${at}`, { get: () => last[at] ?? '', set });
  add('input', '$_', () => input);
  add('lastMatch', '$&', () => last[0]);
  add('lastParen', '$+', () => (last.length > 1 ? (last[last.length - 1] ?? '') : ''));
  add('leftContext', '$`', () => input.slice(0, start()));
  add('rightContext', "$'", () => input.slice(start() + last[0].length));
}
