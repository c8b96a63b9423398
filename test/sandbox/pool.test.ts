import { describe, expect, test } from '@jest/globals';
import { createFairQueue } from '../../src/sandbox/fairQueue.js';
import type { ScriptRequest, ScriptResponse } from '../../src/sandbox/job.js';
import { createSandbox } from '../../src/sandbox/pool.js';
import { createUsage } from '../../src/sandbox/schedule.js';
import { LATE, LOOP, heldFetch, sandbox, useSandboxes } from '../support/sandboxes.js';
import { until } from '../support/until.js';

const open = useSandboxes();

describe('a script', () => {
  test('may wait for promises', async () => {
    const code = 'const x = await Promise.all([1, Promise.resolve(a)]); return x';
    const { outcome } = await sandbox.runScript({ code, args: [{ id: 'a', value: 2 }] });
    expect(outcome).toEqual({ ok: true, value: [1, 2] });
  });

  test.each([true, false])(
    'computes for a short time in a restricted preview (as a script: %s)',
    async (isScript) => {
      const own = open({ limits: { restrictedCpuMs: 20 } });
      const ran = isScript
        ? (await own.runScript({ code: LOOP, args: [], isRestricted: true })).outcome
        : (await own.evaluate([LOOP], [], { isRestricted: true }))[0];
      expect(ran).toEqual(LATE);
    },
  );

  test('may use only what it was granted', async () => {
    const code = 'return typeof fetch + typeof setVariable';
    const { outcome } = await sandbox.runScript({ code, args: [] });
    expect(outcome).toEqual({ ok: true, value: 'undefinedundefined' });
  });

  test('sets variables in order, also if it fails later', async () => {
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

  test('prints to its console if that is granted: twenty lines of limited length', async () => {
    const code = `
      console.log('a', 1, { b: [null] }, undefined); console.assert(true, 'no'); console.error(Symbol('x'));
      console.table(() => 1); console.warn({ get x() { throw 1 } });
      console.info('y'.repeat(1000)); for (let i = 0; i < 100; i++) console.debug(i); x`;
    const loud = await sandbox.runScript({ code, args: [], capabilities: { console: true } });
    expect(loud.outcome.ok).toBe(false);
    expect(loud.printed?.slice(0, 5)).toEqual([
      'a 1 {"b":[null]} undefined',
      'something that cannot be shown',
      '() => 1',
      'something that cannot be shown',
      'y'.repeat(500),
    ]);
    expect(loud.printed).toHaveLength(20);
    expect((await sandbox.runScript({ code, args: [] })).printed).toBeUndefined();
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

  test('has no network unless it is granted', async () => {
    const script = { code: 'await fetch("x")', args: [], capabilities: { fetch: true } };
    const error = 'TypeError: this code may not send requests';
    expect((await sandbox.runScript(script)).outcome).toEqual({ ok: false, error });
  });

  test('that waits too long for a request is stopped', async () => {
    const { fetch } = heldFetch();
    const quick = open({ fetch, limits: { scriptMs: 150 } });
    const script = { code: 'await fetch("x")', args: [], capabilities: { fetch: true } };
    expect((await quick.runScript(script)).outcome).toEqual(LATE);
    expect(await quick.evaluate(['return 1'], [])).toEqual([{ ok: true, value: 1 }]);
  });

  test('may wait longer for a request than it may compute', async () => {
    const limits = { scriptCpuMs: 1_000, graceMs: 20 };
    const fetch = async (): Promise<ScriptResponse> => {
      await new Promise((resolve) => setTimeout(resolve, limits.scriptCpuMs / 2 + 20));
      return { ok: true, body: 'late' };
    };
    const patient = open({ fetch, limits });
    const code = 'return [await fetch("x"), ...(await Promise.all([fetch("y"), fetch("z")]))]';
    const { outcome } = await patient.runScript({ code, args: [], capabilities: { fetch: true } });
    expect(outcome).toEqual({ ok: true, value: ['late', 'late', 'late'] });
  });

  test('does not receive the responses of the one before it', async () => {
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
  test('are served while one of them computes without end', async () => {
    const shared = open();
    const hostile = Array.from({ length: 6 }, () =>
      shared.evaluate([LOOP], [], { key: 'hostile' }),
    );
    let ended = 0;
    for (const each of hostile) void each.then(() => (ended += 1));
    const good = Array.from({ length: 50 }, (_, n) =>
      shared.evaluate([`return ${n}`], [], { key: `chat${n}` }),
    );
    const values = (await Promise.all(good)).flat();
    expect(values).toEqual(good.map((_, value) => ({ ok: true, value })));
    expect(ended).toBe(0);
    await shared.close();
  });

  test('take turns by key', async () => {
    const single = open({ workers: 1 });
    const order: string[] = [];
    const run = (key: string): Promise<unknown> =>
      single.evaluate(['return 1'], [], { key }).then(() => order.push(key));
    await Promise.all(['x', 'a', 'a', 'a', 'b', 'b', 'c'].map(run));
    expect(order).toEqual(['x', 'a', 'b', 'c', 'a', 'b', 'a']);
  });

  test('are refused if they have too many calls waiting, and others are not', async () => {
    const strict = open({ limits: { queuedPerKey: 2, queued: 4 } });
    const run = (key?: string) => strict.evaluate(['return 1'], [], { key });
    const outcomes = await Promise.all([run('a'), run('a'), run('a'), run('a'), run('b'), run()]);
    const refused = { ok: false, error: 'too many scripts are waiting to run', reason: 'limit' };
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
    expect(await shared.evaluate(['return 1'], [], { key: 'e' })).toEqual([{ ok: true, value: 1 }]);
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
  test('fails calls that run, that wait and that come later', async () => {
    const closing = createSandbox({ workers: 1 });
    const calls = [closing.evaluate([LOOP], []), closing.evaluate(['return 1'], [])];
    await closing.close();
    const closed = { ok: false, error: 'the sandbox was closed', reason: 'limit' };
    expect(await Promise.all(calls)).toEqual([[closed], [closed]]);
    expect(await closing.evaluate(['return 1'], [])).toEqual([closed]);
    const script = { code: 'return 1', args: [] };
    expect(await closing.runScript(script)).toEqual({ outcome: closed, assignments: [] });
  });

  test('that never ran anything closes at once', async () => {
    await createSandbox().close();
  });
});

test('if a thread cannot start, its caller gets a failure', async () => {
  const broken = open({ limits: { memoryBytes: 1024 * 1024 } });
  expect(await broken.evaluate(['return 1'], [])).toMatchObject([{ ok: false }]);
});

describe('callers that have recently computed much', () => {
  const limits = { perKey: 5, inAll: 20, inHandPerKey: 2, inHandOfHeavy: 1 };

  test('are served after all others, and leave one thread free for these', () => {
    const queue = createFairQueue<string>(limits, (key) => String(key).startsWith('heavy'));
    for (const key of ['heavy1', 'heavy2', 'a', 'heavy1', 'b']) queue.add(key, key);
    const taken = Array.from({ length: 4 }, () => queue.take());
    expect(taken.map((one) => one?.item)).toEqual(['a', 'b', 'heavy1', undefined]);
    queue.add('c', 'c');
    expect(queue.take()?.item).toBe('c');
    taken[2]?.release();
    expect(queue.take()?.item).toBe('heavy2');
  });

  test('count as one if they are chats of one bot', () => {
    const usage = createUsage(() => 0);
    for (const chat of ['bot/a', 'bot/b', 'bot/c']) usage.spend(chat, 200);
    expect(['bot/a', 'bot/new', 'other/a'].map(usage.isHeavy)).toEqual([true, true, false]);
  });

  test('are served like all others again after a pause', () => {
    let now = 0;
    const usage = createUsage(() => now);
    usage.spend('a', 1_000);
    usage.spend('b', 300);
    expect(['a', 'b', 'c'].map(usage.isHeavy)).toEqual([true, false, false]);
    usage.spend('b', 300);
    now = 20_000;
    expect(['a', 'b'].map(usage.isHeavy)).toEqual([false, false]);
  });

  test('are removed from memory after that', () => {
    let now = 0;
    const usage = createUsage(() => now);
    for (let n = 0; n < 3_000; n += 1) {
      usage.spend(`chat${n}`, 100);
      now += 10;
    }
    usage.spend('last', 1_000);
    expect(['chat0', 'chat2999', 'last'].map(usage.isHeavy)).toEqual([false, false, true]);
  });
});
