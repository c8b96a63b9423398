import { describe, expect, test } from '@jest/globals';
import { failedReport, type Job } from '../../src/sandbox/job.js';
import { SANDBOX_LIMITS } from '../../src/sandbox/limits.js';
import { readMessage, readReport } from '../../src/sandbox/messages.js';
import { createSandbox } from '../../src/sandbox/pool.js';
import { createSchedule } from '../../src/sandbox/schedule.js';
import type { Thread } from '../../src/sandbox/thread.js';
import { createThreadPool } from '../../src/sandbox/threadPool.js';
import { sandbox } from '../support/sandboxes.js';

test('threads keep the process running only while they work', async () => {
  const held = (): number =>
    process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;
  const before = held();
  // The code ends by itself, however busy the machine is: ending a thread from outside would keep the process alive meanwhile.
  const sandbox = createSandbox({ limits: { graceMs: 60_000 } });
  await sandbox.evaluate(['return 1'], []);
  expect(held()).toBe(before);
  const looping = sandbox.evaluate(['while (true) {}'], []);
  expect(held()).toBe(before + 1);
  await looping;
  expect(held()).toBe(before);
  await sandbox.close();
});

const job: Job = {
  codes: ['return 1'],
  isAsync: true,
  argIds: [],
  argValues: '[]',
  unsetIds: [],
  timeZone: 'UTC',
  grants: { fetch: true, setVariable: true, console: true },
  cpuMs: 1,
  wallMs: 1,
};

const running = { job, requests: 0 };
const situation = { isReady: true, running, limits: SANDBOX_LIMITS };
const one = { ok: true, json: '1' };
const done = { type: 'done', outcomes: [one], assignments: [], printed: [], isWorn: false };
const request = { url: 'x', method: 'GET', headers: {} };
const asked = { type: 'fetch', id: 1, request };
const nest = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels);

const prints = (lines: number, length: number) => ({
  ...done,
  printed: Array(lines).fill('x'.repeat(length)),
});

const texts = (json: unknown) => ({ ...done, outcomes: [{ ok: true, json }] });
const sets = (name: unknown, json: unknown) => ({ ...done, assignments: [{ name, json }] });

describe('a message of a thread is accepted', () => {
  test.each([
    ['that it is ready', { type: 'ready' }, { ...situation, isReady: false }],
    ['that it waits', { type: 'waiting', responsesRead: 0 }, situation],
    ['that its script asks for something', asked, situation],
    ['that its job is done', done, situation],
    ['with a failure', { ...done, outcomes: [{ ok: false, error: 'no' }] }, situation],
    ['with a variable', sets('a', '[1]'), situation],
    ['with lines of its console', prints(20, 500), situation],
  ])('%s', (_what, sent, at) => {
    expect(readMessage(sent, at)).toEqual(sent);
  });
});

describe('a message of a thread is refused', () => {
  test.each<[string, unknown]>([
    ['that is nothing', undefined],
    ['that is text', 'done'],
    ['of no type', {}],
    ['of another type', { type: 'exit' }],
    ['that it is ready, twice', { type: 'ready' }],
    ['with more than belongs there', { ...done, more: 1 }],
    ['with an outcome too few', { ...done, outcomes: [] }],
    ['with an outcome too many', { ...done, outcomes: [one, one] }],
    ['with an outcome that is no object', { ...done, outcomes: [1] }],
    ['with a value that is no text', texts(1)],
    ['with a value nested too deep', texts(nest(400_000))],
    ['with a value nested a level too deep', texts(nest(201))],
    ['with a value too large', texts(`"${'x'.repeat(1_000_000)}"`)],
    ['with an error that is no text', { ...done, outcomes: [{ ok: false, error: {} }] }],
    [
      'with an error too long',
      { ...done, outcomes: [{ ok: false, error: 'x'.repeat(1_000_000) }] },
    ],
    ['with a reason of its own', { ...done, outcomes: [{ ok: false, error: '', reason: 'x' }] }],
    ['with assignments that are no list', { ...done, assignments: {} }],
    ['with a name that is no text', sets([[]], '1')],
    ['with a variable that is no text', sets('a', 1)],
    ['with a variable nested too deep', sets('a', nest(400_000))],
    ['with a variable whose name is too large', sets('x'.repeat(1_000_001), '1')],
    [
      'with too many variables',
      { ...done, assignments: Array(1_001).fill({ name: '', json: '1' }) },
    ],
    ['with too many lines', prints(21, 1)],
    ['with a line too long', prints(1, 501)],
    ['with a line that is no text', { ...done, printed: [1] }],
    ['that asks for what is no address', { ...asked, request: { ...request, url: ['x'] } }],
    ['that asks with headers of no text', { ...asked, request: { ...request, headers: { a: 1 } } }],
    [
      'that asks with too large a body',
      { ...asked, request: { ...request, body: 'x'.repeat(6e6) } },
    ],
    [
      'that asks with too large a name of a header',
      { ...asked, request: { ...request, headers: { ['x'.repeat(6e6)]: '' } } },
    ],
    ['that asks in the name of another call', { ...asked, request: { ...request, callKey: 'a' } }],
    ['that asks under no number', { ...asked, id: '1' }],
    ['that waits for ever', { type: 'waiting', responsesRead: Infinity }],
  ])('%s', (_what, sent) => {
    expect(() => readMessage(sent, situation)).toThrow();
  });

  test('if it is neither granted nor expected', () => {
    const grants = { fetch: false, setVariable: false, console: false };
    const poor = { ...situation, running: { job: { ...job, grants }, requests: 0 } };
    const eager = { ...situation, running: { job, requests: 10 } };
    const strict = { ...situation, running: { job: { ...job, isAsync: false }, requests: 0 } };
    const idle = { isReady: true, limits: SANDBOX_LIMITS };
    expect(() => readMessage(asked, poor)).toThrow();
    expect(() => readMessage(sets('a', '1'), poor)).toThrow();
    expect(() => readMessage(prints(1, 1), poor)).toThrow();
    expect(() => readMessage(asked, eager)).toThrow();
    expect(() => readMessage({ type: 'waiting', responsesRead: 0 }, strict)).toThrow();
    for (const sent of [asked, done, { type: 'waiting', responsesRead: 0 }]) {
      expect(() => readMessage(sent, idle)).toThrow();
    }
  });

  test('if a value is not JSON', () => {
    const message = readMessage(texts('{'), situation);
    expect(() => message.type === 'done' && readReport(message)).toThrow();
  });
});

test('the start of a thread is not charged to a key', async () => {
  const order: string[] = [];
  /** A thread that takes longer to start than a key may compute at once. */
  const start = (): Thread => ({
    run: async ({ codes }, onWaiting) => {
      const from = performance.now();
      while (performance.now() - from < 500);
      onWaiting(false);
      return failedReport(codes.length, 'nothing to do');
    },
    isUsable: () => true,
    stop: async () => undefined,
  });
  const schedule = createSchedule(1, SANDBOX_LIMITS, createThreadPool(1, start));
  await schedule.run(job, 'late');
  const run = (key: string) => schedule.run(job, key).then(() => order.push(key));
  await Promise.all(['first', 'late', 'next'].map(run));
  expect(order).toEqual(['first', 'late', 'next']);
});

test('a job fails if no thread can be started, and the next one is tried', async () => {
  const start = (): never => {
    throw new Error('no thread');
  };
  const schedule = createSchedule(1, SANDBOX_LIMITS, createThreadPool(1, start));
  const broken = { ok: false, error: 'the sandbox broke', reason: 'limit' };
  for (const key of ['a', 'b']) {
    expect((await schedule.run(job, key)).outcomes).toEqual([broken]);
  }
});

const NOW = Date.UTC(2026, 4, 1, 12);
const CODE = `return [Math.random(), Math.random(), Date.now(), new Date().toISOString(), Date().slice(0, 15), new Date(0).getTime()]`;

test('code of a simulation reads the clock it is given, and draws numbers that follow from its seed', async () => {
  const run = (seed: string) =>
    sandbox.evaluate([CODE, CODE], [], { fixed: { now: NOW, seed } }).then(JSON.stringify);
  const first = await run('a');
  expect(first).toContain(`${NOW},"2026-05-01T12:00:00.000Z","Fri May 01 2026",0`);
  expect(await run('a')).toBe(first);
  const drawn = (JSON.parse(first) as { value: number[] }[]).flatMap(({ value }) =>
    value.slice(0, 2),
  );
  expect(new Set(drawn).size).toBe(4);
  expect(drawn.every((number) => number >= 0 && number < 1)).toBe(true);
  expect(await run('b')).not.toBe(first);
});

test('a script of a simulation sends its requests where the simulation says', async () => {
  const { outcome } = await sandbox.runScript({
    code: 'return [await fetch("https://shop.example"), Date.now()]',
    args: [],
    capabilities: { fetch: true },
    fixed: { now: NOW, seed: 'a' },
    fetch: async ({ url }) => ({ ok: true, body: `from ${url}` }),
  });
  expect(outcome).toEqual({ ok: true, value: ['from https://shop.example', NOW] });
});

test('code of a chat keeps the clock of the machine, and numbers that differ', async () => {
  const run = () => sandbox.evaluate(['return [Math.random(), Date.now() > 1.7e12]'], []);
  const [first, second] = await Promise.all([run(), run()]);
  expect(first).toMatchObject([{ value: [expect.any(Number), true] }]);
  expect(second).not.toEqual(first);
});
