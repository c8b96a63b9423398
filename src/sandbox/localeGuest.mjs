// @ts-check
/**
 * Locales, `Intl` itself, and the methods of texts, numbers and lists that depend on a language. These functions become part
 * of the source in `intlGuest.mjs`.
 */

/**
 * @typedef {any} Any a value of the user's code, of any type
 * @typedef {Record<string, Any>} Tools
 */

/** @param {Any} bridge @param {Tools} tools @param {Any} stamps */
export function makeLocale({ call, maker }, { create, TypeError }, stamps) {
  /** @this {Any} @param {Any} name @param {Any} options */
  const Locale = function Locale(name, options) {
    if (new.target === undefined) throw new TypeError("Constructor Intl.Locale requires 'new'");
    if (typeof name !== 'string' && (typeof name !== 'object' || name === null)) {
      throw new TypeError("First argument to Intl.Locale constructor can't be empty or missing");
    }
    const known = call(maker('Locale', stamps.has(name) ? name : `${name}`, options), 'all', '');
    const self = create(new.target.prototype);
    stamps.set(self, { kind: 'Locale', tag: known.tag, known });
    return self;
  };
  return Locale;
}

/** @param {Any} Locale @param {Tools} tools @param {Any} stamps */
export function addLocaleParts(Locale, { define, getter, tag }, stamps) {
  const proto = Locale.prototype;
  /** @param {Any} self */
  const knownOf = (self) => stamps.read(self).known;
  /** @param {Any} pairs @param {string} name */
  const find = (pairs, name) => {
    for (let at = 0; at < pairs.length; at += 1) {
      if (pairs[at][0] === name) return pairs[at][1] ?? undefined;
    }
    return undefined;
  };
  /** @param {string} name @param {(self: Any) => Any} act */
  const method = (name, act) =>
    define(
      proto,
      name,
      /** @this {Any} */ function () {
        return act(this);
      },
    );
  const { parts, lists } = knownOf(new Locale('en'));
  for (let at = 0; at < parts.length; at += 1) {
    const name = parts[at][0];
    /** @this {Any} */
    const get = function () {
      return find(knownOf(this).parts, name);
    };
    getter(proto, name, { get });
  }
  for (let at = 0; at < lists.length; at += 1) {
    const name = lists[at][0];
    method(name, (self) => find(knownOf(self).lists, name));
  }
  method('toString', (self) => stamps.read(self).tag);
  method('maximize', (self) => new Locale(knownOf(self).maximal));
  method('minimize', (self) => new Locale(knownOf(self).minimal));
  define(proto, tag, 'Intl.Locale');
}

/** @param {Any} bridge @param {Tools} tools @param {Any} kinds */
export function makeIntl({ call, tool, writeLocales }, { create, define, tag, root }, kinds) {
  const Intl = create(root);
  for (const kind in kinds) define(Intl, kind, kinds[kind]);
  define(Intl, 'getCanonicalLocales', (/** @type {Any} */ locales) =>
    call('["l","Intl"]', 'getCanonicalLocales', `,${writeLocales(locales)}`),
  );
  define(Intl, 'supportedValuesOf', (/** @type {Any} */ key) =>
    tool('supportedValuesOf', `${key}`),
  );
  define(Intl, tag, 'Intl');
  return Intl;
}

/** The methods; each takes its `this` and its arguments. @param {Any} bridge @param {Tools} tools */
export function makeMethods({ call, maker, write, writeLocales }, tools) {
  const { apply, numberOf, bigintOf, TypeError } = tools;
  /** @param {string} kind @param {Any} valueOf */
  const format = (kind, valueOf) => (/** @type {Any} */ self, /** @type {Any} */ args) => {
    const value = write(apply(valueOf, self, []));
    return call(maker(kind, args[0], args[1]), 'format', `,${value}`);
  };
  /** @param {Any} self */
  const textOf = (self) => {
    if (self !== undefined && self !== null) return write(`${self}`);
    throw new TypeError('String.prototype method called on null or undefined');
  };
  /** @param {string} method */
  const cased = (method) => (/** @type {Any} */ self, /** @type {Any} */ args) =>
    call('["l","Intl"]', method, `,${textOf(self)},${writeLocales(args[0])}`);
  return {
    number: format('Number', numberOf),
    bigint: format('BigInt', bigintOf),
    compare: (/** @type {Any} */ self, /** @type {Any} */ args) =>
      call(
        maker('Collator', args[1], args[2]),
        'compare',
        `,${textOf(self)},${write(`${args[0]}`)}`,
      ),
    upper: cased('toLocaleUpperCase'),
    lower: cased('toLocaleLowerCase'),
    list: (/** @type {Any} */ self, /** @type {Any} */ args) => {
      let text = '';
      const length = +self.length || 0;
      for (let at = 0; at < length; at += 1) {
        const member = self[at];
        if (at > 0) text += ',';
        if (member !== undefined && member !== null) {
          text += member.toLocaleString(args[0], args[1]);
        }
      }
      return text;
    },
  };
}
