// @ts-check
/** The formats of `Intl` inside QuickJS. These functions become part of the source in `intlGuest.mjs`. */

/**
 * @typedef {any} Any a value of the user's code, of any type
 * @typedef {Record<string, Any>} Tools
 */

/** Creates the constructors, which call the host. @param {Any} bridge @param {Tools} tools @param {Any} stamps */
export function makeKinds(
  { call, maker, supportedLocales },
  { create, define, tag, TypeError },
  stamps,
) {
  /** @param {string} kind @param {Any} self */
  const markOf = (kind, self) => {
    const mark = stamps.read(self);
    if (mark.kind !== kind) throw new TypeError(`This is no Intl.${kind}`);
    return mark;
  };
  /** @param {string} kind */
  const build = (kind) => {
    const isCallable = kind === 'NumberFormat' || kind === 'DateTimeFormat' || kind === 'Collator';
    /** @this {Any} @param {Any} locales @param {Any} options */
    const Kind = function (locales, options) {
      if (new.target === undefined && !isCallable) {
        throw new TypeError(`Constructor Intl.${kind} requires 'new'`);
      }
      const made = maker(kind, locales, options);
      call(made, 'make', '');
      const self = create((new.target ?? Kind).prototype);
      stamps.set(self, { kind, maker: made });
      return self;
    };
    define(Kind, 'name', kind);
    define(Kind.prototype, tag, `Intl.${kind}`);
    define(Kind, 'supportedLocalesOf', (/** @type {Any} */ locales, /** @type {Any} */ options) =>
      supportedLocales(kind, locales, options),
    );
    return Kind;
  };
  return { markOf, build };
}

/**
 * Returns a function that adds a method to a kind; some methods are getters that return a function bound to their format.
 *
 * @param {Any} bridge @param {Tools} tools @param {Any} kinds
 */
export function addMethods({ call, writeArguments }, { define, getter }, { markOf }) {
  /** @param {string} kind @param {string} method @param {Any} Kind */
  return (kind, method, Kind) => {
    /** @param {Any} mark @param {Any[]} args */
    const run = ({ maker }, args) => call(maker, method, writeArguments(kind, method, args));
    const isBound =
      method === 'compare' ||
      (method === 'format' && (kind === 'NumberFormat' || kind === 'DateTimeFormat'));
    /** @this {Any} @param {Any[]} args */
    const act = function (...args) {
      return run(markOf(kind, this), args);
    };
    /** @this {Any} */
    const get = function () {
      const mark = markOf(kind, this);
      return (mark.bound ??= (/** @type {Any[]} */ ...args) => run(mark, args));
    };
    if (isBound) getter(Kind.prototype, method, { get });
    else define(Kind.prototype, method, act);
  };
}

/** All formats of this version of Node. @param {Any} bridge @param {Tools} tools @param {Any} kinds */
export function makeFormats({ tool }, { create }, { build, addMethod }) {
  const formats = create(null);
  const kinds = tool('kinds');
  for (let at = 0; at < kinds.length; at += 1) {
    const kind = kinds[at][0];
    const methods = kinds[at][1];
    formats[kind] = build(kind);
    for (let each = 0; each < methods.length; each += 1) {
      addMethod(kind, methods[each], formats[kind]);
    }
  }
  return formats;
}

/** The segments of a text. @param {Any} bridge @param {Tools} tools @param {Any} made */
export function addSegments({ call, write }, { define, iterator }, { formats, markOf }) {
  /** @this {Any} @param {Any} text */
  const segment = function (text) {
    const input = `${text}`;
    const found = call(markOf('Segmenter', this).maker, 'segment', `,${write(input)}`);
    const list = [];
    for (let at = 0; at < found.length; at += 1) {
      const { segment: part, index, isWordLike } = found[at];
      list[at] = { segment: part, index, input, ...(isWordLike !== undefined && { isWordLike }) };
    }
    return {
      /** @param {Any} index */
      containing(index = 0) {
        const place = +index || 0;
        for (let at = list.length - 1; at >= 0; at -= 1) {
          const part = list[at];
          if (part && part.index <= place) return place < input.length ? part : undefined;
        }
        return undefined;
      },
      *[iterator]() {
        for (let at = 0; at < list.length; at += 1) yield list[at];
      },
    };
  };
  if (formats.Segmenter) define(formats.Segmenter.prototype, 'segment', segment);
}
