import { beforeEach, describe, expect, test } from '@jest/globals';
import type { CodeResult } from '../../src/engine/interpreter/effect.js';
import type { ScriptRequest } from '../../src/sandbox/job.js';
import { useSandboxes } from '../support/sandboxes.js';

const open = useSandboxes();

const asked: ScriptRequest[] = [];
const sandbox = open({
  fetch: async (request) => {
    asked.push(request);
    return { ok: true, body: 'text' };
  },
});
beforeEach(() => void asked.splice(0));
const capabilities = { fetch: true, setVariable: true };
const run = (code: string) => sandbox.runScript({ code, args: [], capabilities });

/** The outcome of each kind of call when the sandbox works. */
const USE = `
  setVariable('a', { b: 1 });
  const text = await fetch('x', { method: 'POST', headers: { h: 'v' }, body: 'c' });
  return text + 41`;
const USED = {
  outcome: { ok: true, value: 'text41' },
  assignments: [{ name: 'a', value: { b: 1 } }],
};
const REQUEST = { url: 'x', method: 'POST', headers: { h: 'v' }, body: 'c' };

/** Expects the next call of either kind to have its usual outcome. */
async function expectHarmless(): Promise<void> {
  asked.splice(0);
  const args = [{ id: 'n', value: 41 }];
  expect(await sandbox.evaluate(['return n + 1'], args)).toEqual([{ ok: true, value: 42 }]);
  expect(await run(USE)).toEqual(USED);
  expect(asked).toMatchObject([REQUEST]);
}

const fail = '() => { throw new Error("bent") }';
const getter = (on: string, name: string) =>
  `Object.defineProperty(${on}, ${name}, { configurable: true, get: ${fail} })`;
const setter = (on: string, name: string) =>
  `Object.defineProperty(${on}, ${name}, { configurable: true, set: ${fail} })`;

/** Changes that code may make to its own global objects, without an effect outside the sandbox. */
const BENDS: readonly [what: string, code: string][] = [
  ['lists that are JSON of their own', `Array.prototype.toJSON = () => ['a', '{']`],
  ['lists whose JSON is nested too deep', `Array.prototype.toJSON = () => ['['.repeat(5e4), 1]`],
  ['texts that are JSON of their own', `String.prototype.toJSON = () => ({})`],
  ['numbers that are JSON of their own', `Number.prototype.toJSON = () => '{'`],
  ['big numbers that are JSON of their own', `BigInt.prototype.toJSON = () => '{'`],
  ['a stringify of its own', `JSON.stringify = () => '{'`],
  ['a stringify that fails', `JSON.stringify = ${fail}`],
  ['a parse of its own', `JSON.parse = () => ({ ok: true, body: {} })`],
  ['no JSON', `JSON = undefined`],
  ['JSON without a prototype', `Object.setPrototypeOf(JSON, null)`],
  ['lists without an order', `Array.prototype[Symbol.iterator] = function* () { yield 'bent' }`],
  ['lists that nobody may go through', getter('Array.prototype', 'Symbol.iterator')],
  ['steps of a list that fail', `Object.getPrototypeOf([].values()).next = ${fail}`],
  [
    'methods of lists that fail',
    `for (const n of ['map', 'join', 'push', 'concat']) Array.prototype[n] = ${fail}`,
  ],
  ['lists of another species', getter('Array', 'Symbol.species')],
  [
    'lists behind a proxy',
    `Object.setPrototypeOf(Array.prototype, new Proxy({}, { get: ${fail} }))`,
  ],
  ['everything a list', `Array.isArray = () => true`],
  ['lists without a prototype', `Object.setPrototypeOf(Array.prototype, null)`],
  ['a value for every description', `Object.prototype.value = 'bent'`],
  ['a getter for every description', `Object.prototype.get = ${fail}`],
  ['a getter of every value', getter('Object.prototype', '"value"')],
  ['a setter of every address', setter('Object.prototype', '"url"')],
  ['a setter of every header', setter('Object.prototype', '"headers"')],
  ['an answer for everything', `Object.assign(Object.prototype, { ok: false, message: 'bent' })`],
  ['options for everything', `Object.assign(Object.prototype, { method: 'PUT', body: 'bent' })`],
  ['another __proto__', setter('Object.prototype', '"__proto__"')],
  ['a length for everything', `Object.prototype.length = 7`],
  ['everything a promise', `Object.prototype.then = (resolve) => resolve('bent')`],
  ['texts that are promises', `String.prototype.then = (resolve) => resolve('bent')`],
  ['an error for everything', `Object.prototype.error = 'bent'`],
  ['other functions of objects', `Object.keys = Object.fromEntries = Object.assign = ${fail}`],
  ['other texts of objects', `Object.prototype.toString = Object.prototype.valueOf = ${fail}`],
  ['another primitive of all', `Object.prototype[Symbol.toPrimitive] = ${fail}`],
  ['another primitive of texts', `String.prototype[Symbol.toPrimitive] = ${fail}`],
  ['frozen objects', `Object.freeze(Object.prototype); Object.freeze(Array.prototype)`],
  ['other texts', `String.prototype.slice = String.prototype.toString = ${fail}`],
  ['texts that nobody may go through', getter('String.prototype', 'Symbol.iterator')],
  [
    'functions that cannot be called',
    `Function.prototype.call = Function.prototype.apply = Function.prototype.bind = ${fail}`,
  ],
  ['functions without a prototype', `Object.setPrototypeOf(Function.prototype, null)`],
  ['another Reflect', `Reflect.apply = Reflect.construct = ${fail}; Reflect = undefined`],
  ['promises that never go on', `Promise.prototype.then = () => {}`],
  ['promises that fail to go on', `Promise.prototype.then = ${fail}`],
  ['promises without a constructor', `delete Promise.prototype.constructor`],
  ['promises of another species', getter('Promise', 'Symbol.species')],
  [
    'another check for promises',
    `Object.defineProperty(Promise, Symbol.hasInstance, { value: () => true })`,
  ],
  ['another way to a promise', `Promise.resolve = ${fail}; Promise.reject = ${fail}`],
  ['no promises', `Promise = undefined`],
  [
    'asynchronous functions without a prototype',
    `Object.setPrototypeOf(Object.getPrototypeOf(async () => {}), null)`,
  ],
  ['other errors', `Error.prototype.toString = ${fail}; TypeError = undefined`],
  ['stack traces of its own', `Error.prepareStackTrace = ${fail}`],
  ['other patterns', `RegExp.prototype.exec = RegExp.prototype[Symbol.replace] = ${fail}`],
  ['other numbers', `Number.prototype.toString = Number.prototype.valueOf = ${fail}`],
  ['symbols that look alike', `Symbol.prototype.toString = ${fail}; Symbol = undefined`],
  ['no constructors', `Function = Object = Array = String = undefined`],
  ['globals without a prototype', `try { Object.setPrototypeOf(globalThis, null) } catch {}`],
  ['a setter of every name', `Object.prototype.isAsync = Object.prototype.ids = 'bent'`],
  ['other names', `Object.defineProperty(Function.prototype, 'name', { get: ${fail} })`],
];

describe('code with', () => {
  test.each(BENDS)('%s does not change the results that leave the sandbox', async (_what, code) => {
    const [outcome] = await sandbox.evaluate([`${code}; return 41`], []);
    expect(outcome).toEqual({ ok: true, value: 41 });
    expect(await run(`${code}; ${USE}`)).toEqual(USED);
    expect(asked).toMatchObject([REQUEST]);
    await expectHarmless();
  });
});

const nest = (levels: number) =>
  `(() => { let d = 1; for (let i = 0; i < ${levels}; i += 1) d = [d]; return d })()`;
const revoked = (target: string) =>
  `(() => { const r = Proxy.revocable(${target}, {}); r.revoke(); return r.proxy })()`;

/** What code may try to return as a value, name, address, method, header, body or error. */
const VALUES: readonly [what: string, code: string][] = [
  ['an object that says it is text', `({ toJSON: () => ['a', '{'] })`],
  ['an object whose JSON is itself', `({ toJSON() { return this } })`],
  ['an object whose JSON fails', `({ toJSON: ${fail} })`],
  ['an object whose JSON cannot be read', `({ get toJSON() { throw 1 } })`],
  ['an object whose JSON is a proxy', `({ toJSON: new Proxy(() => 1, {}) })`],
  ['an object whose JSON is nested too deep', `({ toJSON: () => ${nest(10_000)} })`],
  ['an object that counts how often it is read', `({ n: 0, get a() { return (this.n += 1) } })`],
  ['a getter that fails', `({ get a() { throw { toString: ${fail} } } })`],
  ['a getter that gives a function', `({ get a() { return () => 1 } })`],
  [
    'a proxy that invents keys',
    `new Proxy({}, { ownKeys: () => ['a'], get: () => 2,
      getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true, value: 1 }) })`,
  ],
  ['a proxy that fails at all', `new Proxy({}, new Proxy({}, { get: ${fail} }))`],
  ['a proxy of a list', `new Proxy([1], { get: (t, k) => (k === 'length' ? 3 : t[k]) })`],
  ['a proxy of a function', `new Proxy(() => 1, {})`],
  ['a revoked proxy', revoked('{}')],
  ['a revoked proxy of a list', revoked('[]')],
  ['a revoked proxy of a function', revoked('() => 1')],
  ['a list that holds a revoked proxy', `[${revoked('{}')}]`],
  ['a thenable', `({ then(resolve) { resolve(7) } })`],
  ['a thenable that says two things', `({ then(a, b) { a(7); b(8); a({ then: 1 }); throw 9 } })`],
  ['a thenable of thenables', `({ then(a) { a({ then(b) { b({ a: 1 }) } }) } })`],
  ['a promise of its own class', `new (class extends Promise {})((a) => a(7))`],
  ['a promise of its own then', `Object.assign(Promise.resolve(7), { then: (a) => a(8) })`],
  [
    'a promise of itself',
    `(() => { let a; const p = new Promise((b) => (a = b)); a(p); return p })()`,
  ],
  [
    'a promise that failed',
    `(() => { const p = Promise.reject(1); p.catch(() => 1); return p })()`,
  ],
  ['an object that is text in no way', `({ toString: null, valueOf: null })`],
  ['an object whose text is an object', `({ toString: () => ({}) })`],
  ['an object whose primitive is a symbol', `({ [Symbol.toPrimitive]: () => Symbol() })`],
  ['an object whose primitive fails', `({ [Symbol.toPrimitive]: ${fail} })`],
  ['an object without a prototype', `Object.create(null, { a: { value: 1, enumerable: true } })`],
  ['an object that names prototypes', `JSON.parse('{"__proto__":{"a":1},"constructor":{}}')`],
  ['an object that contains itself', `(() => { const o = {}; o.o = [o]; return o })()`],
  ['an object of symbols', `({ [Symbol.iterator]: 1, [Symbol.toStringTag]: 2 })`],
  ['not a number', `NaN`],
  ['endless numbers', `[Infinity, -Infinity, 1e400]`],
  ['less than nothing', `-0`],
  ['the least number', `5e-324`],
  ['a number beyond the exact ones', `2 ** 53 + 1`],
  ['a big number', `10n ** 400n`],
  ['objects of big numbers', `Object(1n)`],
  ['lists of big numbers', `new BigInt64Array(3)`],
  ['a symbol', `Symbol('x')`],
  ['an object of a symbol', `Object(Symbol('x'))`],
  ['objects of primitives', `[new String('x'), new Number(NaN), new Boolean(false)]`],
  ['no date', `new Date(NaN)`],
  ['a list with holes', `[, 1, , 2,]`],
  ['a list with a very long hole', `(() => { const l = []; l[4e5] = 1; return l })()`],
  ['arguments', `(function () { return arguments })(1, 2)`],
  ['the global object', `globalThis`],
  ['the grants', `[typeof fetch === 'function' && fetch]`],
  ['a generator', `(function* () { yield 1 })()`],
  [
    'buffers and views',
    `[new ArrayBuffer(8), new Uint8Array(3), new DataView(new ArrayBuffer(1))]`,
  ],
  ['maps, sets and patterns', `[new Map([[1, 2]]), new Set([1]), /x/gu, new WeakMap()]`],
  ['an error', `Object.assign(new RangeError('x'), { name: { toString: ${fail} } })`],
  ['as many levels as may be', nest(200)],
  ['a level too many', nest(201)],
  ['40 000 levels', nest(40_000)],
  ['objects in 4 000 levels', nest(4_000).replace('[d]', '{ d }')],
  ['a text too long', `'x'.repeat(11e5)`],
  ['a text that grows as JSON', `'\\u0001'.repeat(2e5)`],
  ['a list too long', `new Array(3e5).fill('x')`],
  ['halves of letters', `'\\ud800' + 'x' + '\\udc00'`],
  ['the end of a text', `'a\\0b'`],
  ['ends of lines', `'\\u2028\\u2029\\r\\n'`],
  ['text that looks like JSON', `'","b":{'`],
  ['nothing', `undefined`],
];

/** Expects only values that JSON can hold, or texts of errors. */
function expectPlain(outcome: CodeResult | undefined): void {
  const shown = outcome?.ok ? JSON.stringify(outcome.value) : outcome?.error;
  expect(typeof shown).toBe('string');
  expect(shown?.length).toBeLessThanOrEqual(outcome?.ok ? 1_000_000 : 500);
  if (outcome?.ok) expect(JSON.parse(shown ?? '')).toEqual(outcome.value);
}

describe('code that returns', () => {
  test.each(VALUES)('%s returns text, or fails', async (_what, value) => {
    const outcomes = await sandbox.evaluate([`return ${value}`, `throw ${value}`], []);
    expect(outcomes).toHaveLength(2);
    outcomes.forEach(expectPlain);
    const { outcome, assignments } = await run(`
      let made;
      const v = () => (made ??= ${value});
      const attempt = async (act) => { try { await act() } catch {} };
      await attempt(() => setVariable('a', v()));
      await attempt(() => setVariable(v(), 1));
      await attempt(() => fetch(v(), { method: v(), headers: { h: v() }, body: v() }));
      await attempt(() => fetch('x', { headers: v() }));
      await attempt(() => fetch('x', { headers: [[v(), v()]] }));
      await attempt(() => fetch('x', v()));
      return v()`);
    expectPlain(outcome);
    for (const each of assignments) {
      expect(typeof each.name).toBe('string');
      expectPlain({ ok: true, value: each.value });
    }
    for (const { url, method, headers, body = '' } of asked) {
      const texts = [url, method, body, ...Object.values(headers)];
      expect(texts.map((text) => typeof text)).toEqual(texts.map(() => 'string'));
    }
    await expectHarmless();
  });
});

test('a script that changes promises affects only itself', async () => {
  const bend = getter('Promise.prototype', '"constructor"');
  expect((await run(`${bend}; return 1`)).outcome).toEqual({ ok: true, value: 1 });
  expect((await run(`${bend}; return await fetch('x')`)).outcome).toMatchObject({ ok: false });
  const deaf = `Promise.prototype.then = () => {}; delete Promise.prototype.constructor`;
  expect((await run(`${deaf}; return await fetch('x')`)).outcome).toMatchObject({ ok: false });
  const unwritable = setter('Array.prototype', '0');
  expect((await run(`${unwritable}; return 1`)).outcome).toEqual({ ok: true, value: 1 });
  expect((await run(`${unwritable}; return { a: 1 }`)).outcome).toMatchObject({ ok: false });
  const lists = `Array.prototype.toJSON = () => '{'; setVariable('a', [1])`;
  expect((await run(lists)).assignments).toEqual([{ name: 'a', value: '{' }]);
  await expectHarmless();
});
