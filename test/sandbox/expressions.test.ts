import { describe, expect, test } from '@jest/globals';
import { LATE, LOOP, sandbox, valueOf, useSandboxes } from '../support/sandboxes.js';

const open = useSandboxes();

describe('an expression', () => {
  test('sees its arguments under their ids', async () => {
    const args = { v1: 'Ada', $: [1, '2'], _x: null, é: { a: true } };
    expect(await valueOf('return [v1, $, _x, é.a]', args)).toEqual(['Ada', [1, '2'], null, true]);
  });

  test('returns its value as JSON', async () => {
    expect(await valueOf('return { a: 1, b: [true, null, "x"] }')).toEqual({
      a: 1,
      b: [true, null, 'x'],
    });
    expect(await valueOf('return')).toBeNull();
    expect(await valueOf('1')).toBeNull();
    expect(await valueOf('return undefined')).toBeNull();
    expect(await valueOf('return [undefined, NaN, -Infinity, -0]')).toEqual([null, null, null, 0]);
    expect(await valueOf('return NaN')).toBeNull();
    expect(await valueOf('return new Date(0)')).toBe('1970-01-01T00:00:00.000Z');
    expect(await valueOf('return 2n ** 64n')).toBe('18446744073709551616');
    expect(await valueOf('return new Map([[1, 2]])')).toEqual({});
    expect(await valueOf('return JSON.parse(\'{"__proto__":1}\')')).toEqual(
      JSON.parse('{"__proto__":1}'),
    );
  });

  test('that overflows the stack fails as it does elsewhere in JavaScript', async () => {
    const parsed = 'return JSON.parse("[".repeat(1e5) + "]".repeat(1e5))';
    const outcomes = await sandbox.evaluate(['const f = () => f(); return f()', parsed], []);
    const error = 'RangeError: Maximum call stack size exceeded';
    expect(outcomes).toMatchObject([{ error }, { error }]);
  });

  test('runs in sloppy mode, in a realm of its own', async () => {
    expect(await valueOf('return 00000000 <= 010')).toBe(true);
    expect(await valueOf('return this === globalThis')).toBe(true);
    expect(await valueOf('return [undeclared = 1, delete undeclared, typeof undeclared]')).toEqual([
      1,
      true,
      'undefined',
    ]);
    expect(await valueOf('left = 1; Object.prototype.left = 2; return left')).toBe(1);
    expect(await valueOf('return typeof left')).toBe('undefined');
    expect(await valueOf('return function (a, a) { with ({ b: a }) return b }(1, 2)')).toBe(2);
    expect(await valueOf('eval("var n = 1"); return n + arguments.length')).toBe(1);
    expect(await valueOf('return /(\\d+)-(\\d+)/.test("x 12-34 y") && RegExp.$1 + RegExp.$2')).toBe(
      '1234',
    );
    expect(await valueOf('"a-b".replace(/-/, ""); return RegExp.lastMatch + RegExp["$\'"]')).toBe(
      '-b',
    );
  });

  test('may declare a variable of its own under the name of an argument', async () => {
    const args = { v: 1 };
    expect(await valueOf('let v = 2; return v', args)).toBe(2);
    expect(await valueOf('const v = 2; return v + this.v', args)).toBe(3);
    expect(await valueOf('var v; return v', args)).toBeNull();
    expect(await valueOf('function v() {}; return typeof v', args)).toBe('function');
    expect(await valueOf('v = 5; return v', args)).toBe(5);
  });

  test('sees an argument without a value as undefined, not as null', async () => {
    const args = { unset: undefined, cleared: null };
    expect(await valueOf('return [typeof unset, cleared === null]', args)).toEqual([
      'undefined',
      true,
    ]);
  });

  test('has a console with all methods of Node, which prints nothing', async () => {
    const names = Object.keys(console).filter((name) => /^[a-z]/.test(name));
    const code = `return ${JSON.stringify(names)}.filter((name) => console[name]("x", {}) !== undefined)`;
    expect(await valueOf(code)).toEqual([]);
  });

  test('may end in a comment', async () => {
    expect(await valueOf('return 1 // one')).toBe(1);
  });

  test('returns its error as text', async () => {
    expect(await valueOf('return missing')).toBe(
      "failed: ReferenceError: 'missing' is not defined",
    );
    expect(await valueOf('throw new TypeError("mine")')).toBe('failed: TypeError: mine');
    expect(await valueOf('throw "text"')).toBe('failed: text');
    expect(await valueOf('return (')).toMatch(/^failed: SyntaxError/);
  });

  test('fails alone, without affecting the others of its effect', async () => {
    const codes = [
      'a.push(1); return a',
      'throw 1',
      'globalThis.b = 1; return a',
      'return typeof b',
    ];
    expect(await sandbox.evaluate(codes, [{ id: 'a', value: [] }])).toEqual([
      { ok: true, value: [1] },
      { ok: false, error: '1' },
      { ok: true, value: [] },
      { ok: true, value: 'undefined' },
    ]);
    expect(await sandbox.evaluate([], [])).toEqual([]);
  });

  test('that uses up the time does not affect the results before it', async () => {
    const quick = open({ limits: { evaluateMs: 1_000 } });
    const outcomes = await quick.evaluate(['return 1', LOOP, 'return 3'], []);
    expect(outcomes).toEqual([{ ok: true, value: 1 }, LATE, LATE]);
  });

  test.each(['', '1a', 'a-b', 'a b', 'a,b', 'a=1', '{a}', '...a', 'a\n', '/**/a'])(
    'is refused a parameter named %j',
    async (id) => {
      expect(await valueOf('return 1', { [id]: 1 })).toMatch(/cannot name a parameter/);
    },
  );

  test.each([
    'eval',
    'arguments',
    'let',
    'await',
    'class',
    'undefined',
    'NaN',
    'Intl',
    'globalThis',
  ])('runs whatever happens with an argument named %j', async (id) => {
    expect(await valueOf('return 1', { [id]: 1 })).toBe(1);
  });

  test('accepts __proto__ as a parameter and as a key like any other', async () => {
    expect(await sandbox.evaluate(['return __proto__'], [{ id: '__proto__', value: 1 }])).toEqual([
      { ok: true, value: 1 },
    ]);
    const value: unknown = JSON.parse('{"__proto__":{"admin":true}}');
    expect(await valueOf('return [v.admin, ({}).admin].length', { v: value })).toBe(2);
    expect(await valueOf('return ({}).admin', { v: value })).toBeNull();
  });

  test('is refused when it is too large, alone or with its arguments', async () => {
    const small = open({ limits: { inputSize: 100, expressionsPerCall: 2 } });
    const refused = {
      ok: false,
      error: 'the code and its arguments are too large',
      reason: 'limit',
    };
    expect(await small.evaluate([`return "${'x'.repeat(100)}"`], [])).toEqual([refused]);
    const large = { id: 'a', value: 'x'.repeat(100) };
    expect(await small.evaluate(['return a'], [large])).toEqual([refused]);
    expect(await small.evaluate(['1', '2', '3'], [])).toMatchObject([
      { ok: false },
      { ok: false },
      { ok: false },
    ]);
  });

  test('is refused arguments that are not JSON', async () => {
    const cyclic: unknown[] = [];
    cyclic.push(cyclic);
    expect(await valueOf('return 1', { cyclic })).toMatch(/cannot be written as JSON/);
    expect(await valueOf('return [a, b]', { a: 10n, b: undefined })).toEqual(['10', null]);
  });

  test('has neither fetch nor setVariable', async () => {
    expect(await valueOf('return typeof fetch + typeof setVariable')).toBe('undefinedundefined');
  });

  test('fails if its value is nested too deep to be written as JSON', async () => {
    const nest = 'let d = "]"; for (let i = 0; i < n; i++) d = [d]; return d';
    const flat = 'return Array.from({ length: 1000 }, () => ["[\\\\", { a: "\\"[" }])';
    expect(JSON.stringify(await valueOf(nest, { n: 200 }))).toHaveLength(403);
    expect(await valueOf(nest, { n: 201 })).toBe('failed: the result is nested too deep');
    expect(await valueOf(nest, { n: 10_000 })).toBe('failed: the result is nested too deep');
    expect(await valueOf(flat)).toHaveLength(1000);
    const code = `setVariable("x", (() => { ${nest} })())`;
    const script = { code, args: [{ id: 'n', value: 300 }], capabilities: { setVariable: true } };
    const error = 'TypeError: the variable is nested too deep';
    expect(await sandbox.runScript(script)).toEqual({
      outcome: { ok: false, error },
      assignments: [],
    });
  });

  test('can use the largest response that the HTTP client accepts', async () => {
    const item = { id: 1, name: 'x'.repeat(60), tags: ['a', 'b'] };
    const data = Array.from({ length: 50_000 }, () => item);
    expect(JSON.stringify(data).length).toBeGreaterThan(4_500_000);
    expect(await valueOf('return data.map((item) => item.id).length', { data })).toBe(50_000);
  });
});
