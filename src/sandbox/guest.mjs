// @ts-check
/**
 * The half of the sandbox that lives inside QuickJS. It goes in as source text, before the user's
 * code, and takes every built-in it needs first: what the user changes later cannot reach it.
 * All values cross as JSON text: other text would be cut at a NUL and lose lone surrogates.
 *
 * The source is a function of `host` (what the script was granted) and `maxSize` (of the JSON of
 * the result); it returns `run` and `runAsync`, which take `{ ids, code, args }` as JSON and give
 * `=` and the JSON of the value, or `!` and the JSON of the error's text.
 */
export const GUEST_SOURCE = `(function (host, maxSize) {
  'use strict';
  const tools = (${makeTools})(maxSize);
  (${grant})(host, tools);
  return (${makeRunners})(tools);
})`;

/** @param {number} maxSize */
function makeTools(maxSize) {
  const { parse, stringify } = JSON;
  const { TypeError } = globalThis;
  const cut = Function.prototype.call.bind(String.prototype.slice);

  /** @param {string} _ @param {unknown} value */
  const keep = (_, value) => {
    if (typeof value === 'bigint') return `${value}`;
    if (typeof value === 'function' || typeof value === 'symbol') {
      throw new TypeError(`a ${typeof value} cannot leave the sandbox`);
    }
    return value;
  };
  /** @param {unknown} value */
  const toText = (value) => {
    const text = stringify(value, keep) ?? 'null';
    if (text.length > maxSize) throw new TypeError('the result is too large');
    return text;
  };
  /** @param {unknown} error */
  const describe = (error) => {
    try {
      return stringify(cut(`${error}`, 0, 500));
    } catch {
      return '"the code threw something that cannot be shown"';
    }
  };
  return { parse, stringify, toText, describe, TypeError };
}

/**
 * @param {{ assign?: (call: string) => string, fetch?: (request: string) => Promise<string> }} host
 *   `assign` answers with a refusal or ''
 * @param {ReturnType<typeof makeTools>} tools
 */
function grant({ assign, fetch: send }, { parse, stringify, toText, TypeError }) {
  const { isArray } = Array;
  const { assign: define, fromEntries } = Object;

  /** @param {unknown} name @param {unknown} value */
  const setVariable = (name, value) => {
    const refusal = assign?.(stringify([`${name}`, toText(value)]));
    if (refusal) throw new TypeError(refusal);
  };
  /** @param {unknown} url @param {{ method?: unknown, headers?: object, body?: unknown }} [options] */
  const fetch = async (url, options = {}) => {
    const { method = 'GET', headers = {}, body } = options;
    const pairs = isArray(headers) ? fromEntries(headers) : headers;
    const text = body === undefined || body === null ? undefined : `${body}`;
    const request = { url: `${url}`, method: `${method}`, headers: pairs, body: text };
    const response = parse((await send?.(stringify(request))) ?? '');
    if (!response.ok) throw new TypeError(response.message);
    return response.body;
  };
  if (assign) define(globalThis, { setVariable });
  if (send) define(globalThis, { fetch });
}

/** @param {ReturnType<typeof makeTools>} tools */
function makeRunners({ parse, toText, describe, TypeError }) {
  const { construct, apply } = Reflect;
  const { Function, Promise } = globalThis;
  const AsyncFunction = (async () => {}).constructor;

  /** @param {Function} kind @param {string} call */
  const start = (kind, call) => {
    const { ids, code, args } = parse(call);
    return apply(construct(kind, [...ids, `"use strict";\n${code}`]), undefined, args);
  };
  return {
    /** @param {string} call */
    run(call) {
      try {
        const value = start(Function, call);
        if (value instanceof Promise) throw new TypeError('only a script may wait for a promise');
        return `=${toText(value)}`;
      } catch (error) {
        return `!${describe(error)}`;
      }
    },
    /** @param {string} call */
    async runAsync(call) {
      try {
        return `=${toText(await start(AsyncFunction, call))}`;
      } catch (error) {
        return `!${describe(error)}`;
      }
    },
  };
}
