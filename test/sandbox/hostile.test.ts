import { afterAll, describe, expect, test } from '@jest/globals';
import type { CodeResult } from '../../src/engine/interpreter/effect.js';
import { createSandbox, type Sandbox } from '../../src/sandbox/pool.js';
import { recordAt } from '../support/parts.js';

const fetch = async () => ({ ok: true as const, body: 'text' });
/** More time than code that ends takes on the slowest machine. */
const PATIENT = { restrictedMs: 30_000, restrictedCpuMs: 30_000 };
/** Limits for code that only a time-out stops. */
const sandbox = createSandbox({
  limits: { ...PATIENT, evaluateMs: 50, scriptMs: 500, scriptCpuMs: 50 },
  fetch,
});
/** Limits for all other code, whose end must not depend on the speed of the machine. */
const patient = createSandbox({
  limits: { ...PATIENT, evaluateMs: 30_000, scriptMs: 30_000, scriptCpuMs: 30_000 },
  fetch,
});
afterAll(() => Promise.all([sandbox.close(), patient.close()]));

type End = 'is stopped' | 'runs out' | 'fails' | { gives: unknown };

/** How a piece of code ended, in words; a value is returned unchanged. */
function endOf(outcome: CodeResult | undefined): End {
  if (outcome?.ok) return { gives: outcome.value };
  if (outcome?.error === 'the code took too long') return 'is stopped';
  return /out of memory|^RangeError: Maximum call stack size exceeded$|out of memory or stack/.test(
    outcome?.error ?? '',
  )
    ? 'runs out'
    : 'fails';
}

const sandboxFor = (end: End): Sandbox => (end === 'is stopped' ? sandbox : patient);

async function expectUntouched(used: Sandbox): Promise<void> {
  const code =
    'return [typeof leak, [].leak === undefined, JSON.stringify(1), Object.isFrozen({})]';
  // In the same threads, with the limits that leave it time: the first code of a new thread takes long.
  const outcomes = await used.evaluate([code], [], { isRestricted: true });
  expect(outcomes).toEqual([{ ok: true, value: ['undefined', true, '1', false] }]);
}

const LOOP = 'while (true) {}';

const EXPRESSIONS: [what: string, code: string, end: End][] = [
  ['an endless loop', LOOP, 'is stopped'],
  [
    'a loop that catches its end',
    `for (;;) { try { ${LOOP} } catch {} finally { continue } }`,
    'is stopped',
  ],
  ['recursion without end', 'const f = () => f(); return f()', 'runs out'],
  [
    'recursion that recurses when it fails',
    'const f = () => { try { f() } finally { f() } }; f()',
    'is stopped',
  ],
  ['a string too long', 'return "a".repeat(1e9)', 'runs out'],
  ['a list too long', 'return new Array(1e9).fill(0)', 'runs out'],
  ['lists without end', 'const a = []; while (true) a.push(new Array(1000).fill("x"))', 'runs out'],
  ['buffers without end', 'const a = []; while (true) a.push(new Uint8Array(1e6))', 'runs out'],
  [
    'memory lost and caught',
    'const a = []; try { while (true) a.push(new Array(1000).fill("x")) } catch { return 1 }',
    { gives: 1 },
  ],
  ['many small strings from one call', 'return "a".repeat(2e7).split("").length', 'runs out'],
  ['a text padded too far', 'return "x".padEnd(3e7)', 'runs out'],
  ['a join of one long list', 'return new Array(1e7).fill("abcdefgh").join("").length', 'runs out'],
  ['a buffer beyond all memory', 'return new ArrayBuffer(2 ** 31)', 'fails'],
  ['a number with a hundred million digits', 'return 10n ** 10n ** 8n', 'fails'],
  [
    'a pattern that goes back and forth',
    'return /(a+)+$/.test("a".repeat(40) + "b")',
    'is stopped',
  ],
  [
    'a search nothing interrupts',
    'return "a".repeat(1e6).indexOf("a".repeat(5e5) + "b")',
    'is stopped',
  ],
  [
    'a list as long as numbers go',
    'return [].concat.call([], { length: 2 ** 53 - 1, [Symbol.isConcatSpreadable]: true })',
    'is stopped',
  ],
  [
    'a template of a thousand million parts',
    'return String.raw({ raw: { length: 1e9 } })',
    'is stopped',
  ],
  ['a sort that never compares', `return [3, 1, 2].sort(() => { ${LOOP} })`, 'is stopped'],
  ['a replacement that never ends', `return "ab".replace(/./g, () => { ${LOOP} })`, 'is stopped'],
  ['JSON nested too deep', 'return JSON.parse("[".repeat(1e5) + "]".repeat(1e5))', 'runs out'],
  ['code nested too deep', 'return eval("(".repeat(1e5) + "1" + ")".repeat(1e5))', 'runs out'],
  ['a pattern nested too deep', 'return new RegExp("(".repeat(1e4) + ")".repeat(1e4))', 'fails'],
  [
    'proxies nested too deep',
    'let p = {}; for (let i = 0; i < 1e4; i++) p = new Proxy(p, {}); return p.x',
    'runs out',
  ],
  ['more arguments than a call takes', 'return Math.max(...new Array(1e6).fill(1))', 'fails'],
  ['a generator without end, unread', `return (function* () { ${LOOP} })()`, { gives: {} }],
  [
    'a generator without end, read',
    'return [...(function* () { while (true) yield 1 })()]',
    'runs out',
  ],
  ['a result that contains itself', 'const o = {}; o.o = o; return o', 'fails'],
  ['a result too large', 'return "x".repeat(1e6 + 1)', 'fails'],
  ['a function for a result', 'return () => 1', 'fails'],
  ['a symbol for a result', 'return Symbol("x")', 'fails'],
  ['a function deep in a result', 'return { a: [() => 1] }', 'fails'],
  ['a promise where nobody waits', 'return Promise.resolve(1)', 'fails'],
  ['a result whose JSON never ends', `return { toJSON() { ${LOOP} } }`, 'is stopped'],
  ['a result whose JSON fails', 'return { toJSON() { throw new Error("no") } }', 'fails'],
  ['a result whose JSON is nothing', 'return { toJSON() {} }', { gives: null }],
  ['a getter that never ends', `return { get a() { ${LOOP} } }`, 'is stopped'],
  ['a getter that looks for the host', 'return { get a() { return process } }', 'fails'],
  ['a proxy without end', `return new Proxy({}, { ownKeys() { ${LOOP} } })`, 'is stopped'],
  [
    'a proxy of a very long list',
    'return new Proxy([], { get: (_, k) => k === "length" ? 1e9 : 0 })',
    'is stopped',
  ],
  ['symbols for keys', 'return { [Symbol.iterator]: 1, [Symbol.toPrimitive]: 1 }', { gives: {} }],
  [
    'a conversion that never ends',
    `return \`\${{ [Symbol.toPrimitive]() { ${LOOP} } }}\``,
    'is stopped',
  ],
  ['an error whose text never ends', `throw { toString() { ${LOOP} } }`, 'is stopped'],
  ['an error whose text fails', 'throw { toString() { throw 1 } }', 'fails'],
  ['an error that is a symbol', 'throw Symbol("x")', 'fails'],
  ['an error that is nothing', 'throw undefined', 'fails'],
  ['an error with ten million letters', 'throw "a".repeat(1e7)', 'fails'],
  [
    'the way out through constructors',
    'return [].constructor.constructor("return process")()',
    'fails',
  ],
  ['the way out through this', 'return this.constructor.constructor("return process")()', 'fails'],
  [
    'the way out through Function',
    'return Function("return typeof this.process")()',
    { gives: 'undefined' },
  ],
  [
    'the way out through eval',
    'return (0, eval)("typeof process + typeof require")',
    { gives: 'undefinedundefined' },
  ],
  ['the way out through import', 'return import("node:fs")', 'fails'],
  [
    'the way out through stack traces',
    'Error.prepareStackTrace = (_, s) => s; return typeof new Error().stack',
    { gives: 'string' },
  ],
  ['the way out through callers', 'return (function f() { return f.caller })()', { gives: null }],
  ['the way out through arguments', 'return arguments.callee', 'fails'],
  ['the way out of the function', `}); ${LOOP} (function () {`, 'is stopped'],
  ['with', 'with ({ a: 1 }) return a', { gives: 1 }],
  ['await where nobody waits', 'return await 1', 'fails'],
  ['a job left behind', `Promise.resolve().then(() => { ${LOOP} }); return 1`, { gives: 1 }],
  [
    'a finalizer left behind',
    `new FinalizationRegistry(() => { ${LOOP} }).register({}, 1); return 1`,
    { gives: 1 },
  ],
  ['globals left behind', 'globalThis.leak = Array.prototype.leak = 1; return 1', { gives: 1 }],
  [
    'frozen built-ins',
    'Object.freeze(Object.prototype); Object.freeze(globalThis); return 1',
    { gives: 1 },
  ],
  ['a false stringify', 'JSON.stringify = () => "false"; return 1', { gives: 1 }],
  [
    'built-ins that fail',
    'JSON.parse = Reflect.apply = String.prototype.slice = () => { throw 1 }; return 1',
    { gives: 1 },
  ],
  ['built-ins taken away', 'Promise = Error = TypeError = Object = null; return 1', { gives: 1 }],
  [
    'every object made JSON of its own',
    'Object.prototype.toJSON = () => "mine"; return { a: 1 }',
    { gives: 'mine' },
  ],
  [
    'a promise check that never ends',
    `Object.defineProperty(Promise, Symbol.hasInstance, { value: () => { ${LOOP} } })`,
    { gives: null },
  ],
  ['a NUL and half a letter', 'return "a\\0b\\ud800"', { gives: 'a\0b\ud800' }],
];

const SCRIPTS: [what: string, code: string, end: End][] = [
  ['a promise nobody keeps', 'await new Promise(() => {})', 'fails'],
  ['a thenable nobody keeps', 'await { then() {} }', 'fails'],
  ['a thenable that never ends', `return { then() { ${LOOP} } }`, 'is stopped'],
  ['promises in a row without end', 'while (true) await null', 'is stopped'],
  [
    'an asynchronous generator without end',
    'async function* g() { while (true) yield 1 } for await (const x of g()) {}',
    'is stopped',
  ],
  [
    'promises that multiply',
    'const f = () => { Promise.resolve().then(f); Promise.resolve().then(f) }; f(); await { then() {} }',
    'is stopped',
  ],
  [
    'a million workers of its own',
    'await Promise.all(Array.from({ length: 1e6 }, async () => { while (true) await null }))',
    'is stopped',
  ],
  [
    'a loop whose end is caught',
    `try { ${LOOP} } catch { return 1 } finally { return 2 }`,
    'is stopped',
  ],
  ['a loop after a wait', `await null; ${LOOP}`, 'is stopped'],
  ['a loop after a request', `await fetch("x"); ${LOOP}`, 'is stopped'],
  [
    'a search nothing interrupts, after a request',
    'await fetch("x"); return "a".repeat(1e6).indexOf("a".repeat(5e5) + "b")',
    'is stopped',
  ],
  ['recursion after a wait', 'await null; const f = () => f(); f()', 'runs out'],
  [
    'memory filled between waits',
    'const a = []; for (;;) { a.push(new Array(1000).fill(0)); await null }',
    'runs out',
  ],
  ['requests without end', 'for (;;) await fetch("x")', 'fails'],
  ['requests left behind', 'void fetch("a"); void fetch("b"); return 1', { gives: 1 }],
  ['a request whose address never ends', `await fetch({ toString() { ${LOOP} } })`, 'is stopped'],
  [
    'a request whose headers never end',
    `await fetch("x", { headers: { get a() { ${LOOP} } } })`,
    'is stopped',
  ],
  [
    'a request bent by its JSON',
    'Object.prototype.toJSON = () => 7; return await fetch("x")',
    { gives: 'text' },
  ],
  ['variables without end', 'for (let i = 0; ; i++) setVariable(`x${i}`, i)', 'fails'],
  ['a variable too large', 'setVariable("x", "y".repeat(2e6))', 'fails'],
  ['a function for a variable', 'setVariable("x", () => 1)', 'fails'],
  ['a name that never ends', `setVariable({ toString() { ${LOOP} } }, 1)`, 'is stopped'],
  ['promises without then', 'Promise.prototype.then = () => {}; return 1', { gives: 1 }],
  ['the grants taken away', 'fetch = setVariable = null; return 1', { gives: 1 }],
  ['the way out through a grant', 'return setVariable.constructor("return process")()', 'fails'],
  ['the way out through fetch', 'return fetch.constructor("return process")()', 'fails'],
  [
    'the way out through async functions',
    'return (async () => {}).constructor("return process")()',
    'fails',
  ],
  ['the way out through import', 'return await import("node:fs")', 'fails'],
  ['a failure nobody sees', 'Promise.reject(new Error("unseen")); return 1', { gives: 1 }],
  ['a failure that is nothing', 'await Promise.reject()', 'fails'],
];

describe('an expression with', () => {
  test.each(EXPRESSIONS)('%s ends, and does not affect the next', async (_what, code, end) => {
    const used = sandboxFor(end);
    const [outcome] = await used.evaluate([code], []);
    expect(endOf(outcome)).toEqual(end);
    await expectUntouched(used);
  });
});

describe('a script with', () => {
  test.each(SCRIPTS)('%s ends, and does not affect the next', async (_what, code, end) => {
    const capabilities = { fetch: true, setVariable: true };
    const used = sandboxFor(end);
    const { outcome } = await used.runScript({ code, args: [], capabilities });
    expect(endOf(outcome)).toEqual(end);
    await expectUntouched(used);
  });
});

test('code can see only the language', async () => {
  const [outcome] = await patient.evaluate(['return Object.getOwnPropertyNames(globalThis)'], []);
  const names = new Set(outcome?.ok ? Object.values(recordAt(outcome.value)) : []);
  const language = new Set(Object.getOwnPropertyNames(globalThis));
  const ours = ['InternalError', 'Float16Array', 'Iterator'];
  expect([...names].filter((name) => !language.has(String(name)))).toEqual(
    ours.filter((name) => !language.has(name)),
  );
  const host = ['process', 'require', 'fetch', 'setTimeout', 'queueMicrotask', 'URL', 'Buffer'];
  for (const name of [...host, 'crypto', 'WebAssembly', 'Atomics', 'performance']) {
    expect(names.has(name)).toBe(false);
  }
});
