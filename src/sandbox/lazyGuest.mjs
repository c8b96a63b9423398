// @ts-check
/**
 * Globals that QuickJS lacks: `Intl`, `Date` with time zones, methods such as `toLocaleString`, `console`, `RegExp.$1`. Each is
 * a stub that loads its source when code first uses it, so that other code pays little. These functions become part of the
 * source in `guest.mjs`.
 */

/**
 * @typedef {any} Any a value of the user's code, of any type
 * @typedef {Record<string, Any>} Tools
 */

/** Takes built-ins before the user's code can change them, for the sources that are loaded later. @param {Tools} tools */
export function takeBuiltIns(tools) {
  const { defineProperty, create, setPrototypeOf } = Object;
  const { apply, construct } = Reflect;
  /** Without properties that the user's code has added to all objects. @param {Any} descriptor */
  const bare = (descriptor) => setPrototypeOf(descriptor, null);
  return {
    ...tools,
    create,
    apply,
    construct,
    now: Date.now,
    root: Object.prototype,
    iterator: Symbol.iterator,
    toPrimitive: Symbol.toPrimitive,
    tag: Symbol.toStringTag,
    RangeError,
    SyntaxError,
    numberOf: Number.prototype.valueOf,
    bigintOf: BigInt.prototype.valueOf,
    /** @param {Any} target @param {Any} name @param {Any} value */
    define: (target, name, value) => {
      const writable = typeof name === 'string';
      defineProperty(target, name, bare({ value, writable, configurable: true }));
    },
    /** @param {Any} target @param {Any} name @param {{ get: Any, set?: Any }} pair */
    getter: (target, name, { get, set }) => {
      defineProperty(target, name, bare({ get, set, configurable: true }));
    },
  };
}

/** Installs the stubs. @param {(name: string) => Any} load @param {Any} speak @param {Tools} tools */
export function installLazily(load, speak, tools) {
  const { define, getter } = tools;
  const Native = Date;
  /** @type {Any} */
  let loaded;
  const languages = () => (loaded ??= load('Intl')(speak, tools));
  /** @param {string} name @param {() => Any} make */
  const later = (name, make) => {
    const set = (/** @type {Any} */ value) => define(globalThis, name, value);
    const get = () => {
      const value = make();
      set(value);
      return value;
    };
    getter(globalThis, name, { get, set });
  };
  later('Intl', () => languages().Intl);
  later('Date', () => load('Date')(Native, languages(), tools));
  later('console', () => load('console')(tools));
  /** @param {Any} proto @param {string} name @param {string} method */
  const stub = (proto, name, method) =>
    define(
      proto,
      name,
      /** @this {Any} @param {Any[]} args */ function (...args) {
        return languages().methods[method](this, args);
      },
    );
  stub(Number.prototype, 'toLocaleString', 'number');
  stub(BigInt.prototype, 'toLocaleString', 'bigint');
  stub(Array.prototype, 'toLocaleString', 'list');
  stub(Reflect.getPrototypeOf(Uint8Array.prototype), 'toLocaleString', 'list');
  stub(String.prototype, 'localeCompare', 'compare');
  stub(String.prototype, 'toLocaleUpperCase', 'upper');
  stub(String.prototype, 'toLocaleLowerCase', 'lower');
}
