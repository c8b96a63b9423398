import { afterAll, describe, expect, test } from '@jest/globals';
import type { ScriptRequest, ScriptResponse } from '../../src/sandbox/job.js';
import { createSandbox } from '../../src/sandbox/pool.js';
import type { Sandbox, SandboxOptions } from '../../src/sandbox/pool.js';

const opened: Sandbox[] = [];
function open(options: SandboxOptions = {}): Sandbox {
  const sandbox = createSandbox(options);
  opened.push(sandbox);
  return sandbox;
}
afterAll(() => Promise.all(opened.map((sandbox) => sandbox.close())));

const sandbox = open();
const LOOP = 'while (true) {}';
const LATE = { ok: false, error: 'the code took too long' };

async function valueOf(code: string, args: Record<string, unknown> = {}): Promise<unknown> {
  const list = Object.entries(args).map(([id, value]) => ({ id, value }));
  const [outcome] = await sandbox.evaluate([code], list);
  return outcome?.ok ? outcome.value : `failed: ${outcome?.error}`;
}

/** A fetch whose responses the test lets go one by one. */
function heldFetch(): {
  fetch: (request: ScriptRequest) => Promise<ScriptResponse>;
  release(): void;
} {
  const held: (() => void)[] = [];
  return {
    fetch: () => new Promise((resolve) => held.push(() => resolve({ ok: true, body: 'released' }))),
    release: () => held.splice(0).forEach((let_go) => let_go()),
  };
}

/** Waits until `isSo`, without guessing how long that takes. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((resolve) => setImmediate(resolve));
}

describe('an expression', () => {
  test('sees its arguments under their ids', async () => {
    const args = { v1: 'Ada', $: [1, '2'], _x: null, é: { a: true } };
    expect(await valueOf('return [v1, $, _x, é.a]', args)).toEqual(['Ada', [1, '2'], null, true]);
  });

  test('gives what JSON keeps of its value', async () => {
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

  test('runs in strict mode, so that a leading zero is no octal', async () => {
    expect(await valueOf('return 82510-070')).toMatch(/^failed: SyntaxError/);
    expect(await valueOf('return this === undefined')).toBe(true);
    expect(await valueOf('undeclared = 1')).toMatch(/^failed: ReferenceError/);
  });

  test('may end in a comment', async () => {
    expect(await valueOf('return 1 // one')).toBe(1);
  });

  test('gives its error as text', async () => {
    expect(await valueOf('return missing')).toBe(
      "failed: ReferenceError: 'missing' is not defined",
    );
    expect(await valueOf('throw new TypeError("mine")')).toBe('failed: TypeError: mine');
    expect(await valueOf('throw "text"')).toBe('failed: text');
    expect(await valueOf('return (')).toMatch(/^failed: SyntaxError/);
  });

  test('fails on its own and lets the others of its ask be', async () => {
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

  test('that takes all the time keeps what came before it', async () => {
    const quick = open({ limits: { evaluateMs: 100 } });
    const outcomes = await quick.evaluate(['return 1', LOOP, 'return 3'], []);
    expect(outcomes).toEqual([{ ok: true, value: 1 }, LATE, LATE]);
  });

  test.each(['', '1a', 'a-b', 'a b', 'a,b', 'a=1', '{a}', '...a', 'a\n', '/**/a'])(
    'is refused a parameter named %j',
    async (id) => {
      expect(await valueOf('return 1', { [id]: 1 })).toMatch(/cannot name a parameter/);
    },
  );

  test.each(['eval', 'arguments', 'let', 'await', 'class'])(
    'fails with a parameter named %j only where the language says so',
    async (id) => {
      const value = await valueOf('return 1', { [id]: 1 });
      expect(value).toEqual(id === 'await' ? 1 : expect.stringMatching(/^failed: SyntaxError/));
    },
  );

  test('takes __proto__ for a parameter and for a key like any other', async () => {
    expect(await sandbox.evaluate(['return __proto__'], [{ id: '__proto__', value: 1 }])).toEqual([
      { ok: true, value: 1 },
    ]);
    const value: unknown = JSON.parse('{"__proto__":{"admin":true}}');
    expect(await valueOf('return [v.admin, ({}).admin].length', { v: value })).toBe(2);
    expect(await valueOf('return ({}).admin', { v: value })).toBeNull();
  });

  test('is refused when it is too large, alone or with its arguments', async () => {
    const small = open({ limits: { inputSize: 100, expressionsPerCall: 2 } });
    const refused = { ok: false, error: 'the code and its arguments are too large' };
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

  test('gives nothing nested so deep that the host could not write it as JSON', async () => {
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

  test('can work on the largest response the way out lets in', async () => {
    const item = { id: 1, name: 'x'.repeat(60), tags: ['a', 'b'] };
    const data = Array.from({ length: 50_000 }, () => item);
    expect(JSON.stringify(data).length).toBeGreaterThan(4_500_000);
    expect(await valueOf('return data.map((item) => item.id).length', { data })).toBe(50_000);
  });
});

describe('a script', () => {
  test('may wait for promises', async () => {
    const code = 'const x = await Promise.all([1, Promise.resolve(a)]); return x';
    const { outcome } = await sandbox.runScript({ code, args: [{ id: 'a', value: 2 }] });
    expect(outcome).toEqual({ ok: true, value: [1, 2] });
  });

  test('is granted nothing it was not given', async () => {
    const code = 'return typeof fetch + typeof setVariable';
    const { outcome } = await sandbox.runScript({ code, args: [] });
    expect(outcome).toEqual({ ok: true, value: 'undefinedundefined' });
  });

  test('sets variables, in order, also when it fails later', async () => {
    const code =
      'const l = [1]; setVariable("a", l); l.push(2); setVariable("a", l); setVariable(7); x';
    const capabilities = { setVariable: true };
    const { outcome, assignments } = await sandbox.runScript({ code, args: [], capabilities });
    expect(outcome).toMatchObject({ ok: false });
    expect(assignments).toEqual([
      { name: 'a', value: [1] },
      { name: 'a', value: [1, 2] },
      { name: '7', value: null },
    ]);
  });

  test('fetches text, with method, headers and body', async () => {
    const asked: ScriptRequest[] = [];
    const fetch = async (request: ScriptRequest): Promise<ScriptResponse> => {
      asked.push(request);
      return { ok: true, body: 'a\0b\ud800' };
    };
    const code = `
      const first = await fetch('https://a.test');
      await fetch('https://b.test', { method: 'POST', headers: { a: 1 }, body: 'text' });
      await fetch('https://c.test', { headers: [['a', 'b']], body: null });
      return first`;
    const capabilities = { fetch: true };
    const { outcome } = await open({ fetch }).runScript({ code, args: [], capabilities });
    expect(outcome).toEqual({ ok: true, value: 'a\0b\ud800' });
    expect(asked).toEqual([
      { url: 'https://a.test', method: 'GET', headers: {} },
      { url: 'https://b.test', method: 'POST', headers: { a: '1' }, body: 'text' },
      { url: 'https://c.test', method: 'GET', headers: { a: 'b' } },
    ]);
  });

  test('can catch a request that failed', async () => {
    const answers: (() => Promise<ScriptResponse>)[] = [
      async () => ({ ok: false, message: 'blocked' }),
      async () => Promise.reject(new Error('secret')),
      async () => ({ ok: true, body: 'x'.repeat(2000) }),
    ];
    const fetch = (): Promise<ScriptResponse> => answers.shift()?.() ?? Promise.reject(new Error());
    const code = `
      const seen = [];
      for (const url of ['a', 'b', 'c']) await fetch(url).catch((error) => seen.push(error.message));
      return seen`;
    const strict = open({ fetch, limits: { inputSize: 1000 } });
    const { outcome } = await strict.runScript({ code, args: [], capabilities: { fetch: true } });
    const value = ['blocked', 'the request failed', 'the response is too large'];
    expect(outcome).toEqual({ ok: true, value });
  });

  test('has no network where none was given', async () => {
    const script = { code: 'await fetch("x")', args: [], capabilities: { fetch: true } };
    const error = 'TypeError: there is no network here';
    expect((await sandbox.runScript(script)).outcome).toEqual({ ok: false, error });
  });

  test('that waits for a request past its time is stopped', async () => {
    const { fetch } = heldFetch();
    const quick = open({ fetch, limits: { scriptMs: 150 } });
    const script = { code: 'await fetch("x")', args: [], capabilities: { fetch: true } };
    expect((await quick.runScript(script)).outcome).toEqual(LATE);
    expect(await quick.evaluate(['return 1'], [])).toEqual([{ ok: true, value: 1 }]);
  });

  test('may wait longer for a request than it may compute', async () => {
    const fetch = async (): Promise<ScriptResponse> => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      return { ok: true, body: 'late' };
    };
    const patient = open({ fetch, limits: { scriptCpuMs: 100, graceMs: 20 } });
    const code = 'return [await fetch("x"), ...(await Promise.all([fetch("y"), fetch("z")]))]';
    const { outcome } = await patient.runScript({ code, args: [], capabilities: { fetch: true } });
    expect(outcome).toEqual({ ok: true, value: ['late', 'late', 'late'] });
  });

  test('does not hear the responses of the one before it', async () => {
    const { fetch, release } = heldFetch();
    const single = open({ fetch, workers: 1 });
    const capabilities = { fetch: true };
    await single.runScript({ code: 'void fetch("old"); return 1', args: [], capabilities });
    const next = single.runScript({ code: 'return await fetch("new")', args: [], capabilities });
    let isDone = false;
    void next.then(() => (isDone = true));
    await until(() => {
      release();
      return isDone;
    });
    expect((await next).outcome).toEqual({ ok: true, value: 'released' });
  });
});

describe('many callers', () => {
  test('are served while one of them spins', async () => {
    const shared = open({ limits: { evaluateMs: 150 } });
    const hostile = Array.from({ length: 6 }, () => shared.evaluate([LOOP], [], 'hostile'));
    const order: string[] = [];
    void Promise.all(hostile).then(() => order.push('hostile'));
    const good = Array.from({ length: 50 }, (_, n) =>
      shared.evaluate([`return ${n}`], [], `chat${n}`),
    );
    await Promise.all(good).then(() => order.push('good'));
    expect(order).toEqual(['good']);
    expect((await Promise.all(hostile)).flat()).toEqual(hostile.map(() => LATE));
  });

  test('take turns by key', async () => {
    const single = open({ workers: 1 });
    const order: string[] = [];
    const run = (key: string): Promise<unknown> =>
      single.evaluate(['return 1'], [], key).then(() => order.push(key));
    await Promise.all(['x', 'a', 'a', 'a', 'b', 'b', 'c'].map(run));
    expect(order).toEqual(['x', 'a', 'b', 'c', 'a', 'b', 'a']);
  });

  test('are refused when one of them has too many waiting, and only that one', async () => {
    const strict = open({ limits: { queuedPerKey: 2, queued: 4 } });
    const run = (key?: string) => strict.evaluate(['return 1'], [], key);
    const outcomes = await Promise.all([run('a'), run('a'), run('a'), run('a'), run('b'), run()]);
    const refused = { ok: false, error: 'too many scripts are waiting to run' };
    const fine = { ok: true, value: 1 };
    expect(outcomes.flat()).toEqual([fine, fine, fine, refused, fine, fine]);
  });

  test('are served while scripts wait for responses', async () => {
    const { fetch, release } = heldFetch();
    const shared = open({ fetch });
    const code = 'return await fetch("x")';
    const waiting = ['a', 'b', 'c', 'd'].map((key) =>
      shared.runScript({ code, args: [], capabilities: { fetch: true }, key }),
    );
    expect(await shared.evaluate(['return 1'], [], 'e')).toEqual([{ ok: true, value: 1 }]);
    let isDone = false;
    const all = Promise.all(waiting).finally(() => (isDone = true));
    await until(() => {
      release();
      return isDone;
    });
    for (const { outcome } of await all) expect(outcome).toEqual({ ok: true, value: 'released' });
  });
});

describe('a sandbox that is closed', () => {
  test('answers what runs, what waits and what comes later', async () => {
    const closing = createSandbox({ workers: 1 });
    const calls = [closing.evaluate([LOOP], []), closing.evaluate(['return 1'], [])];
    await closing.close();
    const closed = { ok: false, error: 'the sandbox was closed' };
    expect(await Promise.all(calls)).toEqual([[closed], [closed]]);
    expect(await closing.evaluate(['return 1'], [])).toEqual([closed]);
    const script = { code: 'return 1', args: [] };
    expect(await closing.runScript(script)).toEqual({ outcome: closed, assignments: [] });
  });

  test('that never ran anything closes at once', async () => {
    await createSandbox().close();
  });
});

test('a thread that cannot start answers its caller', async () => {
  const broken = open({ limits: { memoryBytes: 1024 * 1024 } });
  expect(await broken.evaluate(['return 1'], [])).toMatchObject([{ ok: false }]);
});
