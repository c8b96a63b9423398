// @ts-check
import { installLazily, takeBuiltIns } from './lazyGuest.mjs';

/**
 * The half of the sandbox that runs inside QuickJS. It goes in as source text, before the user's
 * code, and takes every built-in it needs first: what the user changes later cannot reach it. So
 * nothing here reads a property that the user's code can give an object of ours (`toJSON`,
 * `Symbol.iterator`, `then`), and the host decides whether a value is a promise.
 * All values cross as JSON text: other text would be cut at a NUL and lose lone surrogates.
 *
 * The source is a function of `host` (what the script was granted); it returns
 * `start`, which runs a function body and returns or throws what that does,
 * `write`, which returns a value as JSON, and `describe`, which returns an error's text as JSON.
 */
export const GUEST_SOURCE = `(function (host) {
  'use strict';
  const tools = (${takeBuiltIns})((${makeTools})());
  (${grant})(host, tools);
  tools.print = host.print;
  (${installLazily})(host.load, host.speak, tools);
  return { start: (${makeStart})(tools, host.load), write: tools.write, describe: tools.describe };
})`;

function makeTools() {
  const { parse, stringify } = JSON;
  const { TypeError } = globalThis;
  const cut = Function.prototype.call.bind(String.prototype.slice);

  /** @param {string} text nothing else: an object could have a `toJSON` */
  const quote = (text) => stringify(text);
  /** @param {string} _ @param {unknown} value */
  const keep = (_, value) => {
    if (typeof value === 'bigint') return `${value}`;
    if (typeof value === 'function' || typeof value === 'symbol') {
      throw new TypeError(`a ${typeof value} cannot leave the sandbox`);
    }
    return value;
  };
  /** @param {unknown} value */
  const write = (value) => stringify(value, keep) ?? 'null';
  /** QuickJS has two messages for it: for code that runs and for code that is parsed. @param {string} text */
  const isOverflow = (text) =>
    text === 'InternalError: stack overflow' || text === 'SyntaxError: stack overflow';
  /** @param {unknown} error */
  const describe = (error) => {
    try {
      const text = cut(`${error}`, 0, 500);
      return quote(isOverflow(text) ? 'RangeError: Maximum call stack size exceeded' : text);
    } catch {
      return '"the code threw something that cannot be shown"';
    }
  };
  return { parse, quote, cut, write, describe, TypeError };
}

/**
 * @param {{ assign?: (name: string, value: string) => string, fetch?: (request: string) => Promise<string> }} host
 *   `assign` takes JSON and returns a refusal or ''; `fetch` takes url, method, headers and body, and returns
 *   a `ScriptResponse`, as JSON
 * @param {ReturnType<typeof makeTools>} tools
 */
function grant({ assign, fetch: send }, { parse, quote, cut, write, TypeError }) {
  const { isArray } = Array;
  const { assign: define, fromEntries, keys } = Object;

  /** @param {unknown} name @param {unknown} value */
  const setVariable = (name, value) => {
    const refusal = assign?.(quote(`${name}`), write(value));
    if (refusal) throw new TypeError(refusal);
  };
  /** @param {Record<string, unknown>} headers */
  const writeHeaders = (headers) => {
    const named = isArray(headers) ? fromEntries(headers) : headers;
    const names = keys(named);
    let pairs = '';
    for (let at = 0; at < names.length; at += 1) {
      const name = names[at] ?? '';
      const value = named[name];
      if (value !== undefined) pairs += `,${quote(name)}:${quote(`${value}`)}`;
    }
    return `{${cut(pairs, 1)}}`;
  };
  /** @param {unknown} url @param {{ method?: unknown, headers?: Record<string, unknown> | null, body?: unknown }} [options] */
  const fetch = async (url, options = {}) => {
    const { method = 'GET', headers, body } = options;
    const text = body === undefined || body === null ? 'null' : quote(`${body}`);
    const list = `${quote(`${url}`)},${quote(`${method}`)},${writeHeaders(headers ?? {})},${text}`;
    const response = parse((await send?.(`[${list}]`)) ?? '');
    if (!response.ok) throw new TypeError(response.message);
    return response.body;
  };
  if (assign) define(globalThis, { setVariable });
  if (send) define(globalThis, { fetch });
}

/**
 * Creates the function that runs code. Variables of the flow are globals, so that code may declare its own under the same name.
 * Code runs in sloppy mode; the globals that it creates end with its realm.
 *
 * @param {ReturnType<typeof makeTools> & Record<string, any>} tools @param {(name: string) => any} load
 */
function makeStart(tools, load) {
  const { parse, define, apply, construct } = tools;
  const { Function } = globalThis;
  const { getOwnPropertyDescriptor: describe } = Object;
  const AsyncFunction = (async () => {}).constructor;
  /** Does not replace fixed globals of the language, such as `NaN`. @param {string} id @param {unknown} value */
  const bind = (id, value) => {
    const kept = describe(globalThis, id);
    if (!kept || kept.configurable) define(globalThis, id, value);
  };

  /** @param {string} call `{ isAsync, ids, unset, code, args }` as JSON; `unset` are names without a value */
  return (call) => {
    const { isAsync, ids, unset, code, args } = parse(call);
    if (code.includes('RegExp')) load('matches')(tools);
    for (const id of unset) bind(id, undefined);
    for (let at = 0; at < ids.length; at += 1) bind(ids[at], args[at]);
    return apply(construct(isAsync ? AsyncFunction : Function, [code]), undefined, []);
  };
}
