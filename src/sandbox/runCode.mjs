// @ts-check
import { isDeeperThan } from './depth.mjs';
import { GUEST_SOURCE } from './guest.mjs';

/**
 * @typedef {import('./job.js').TextOutcome} TextOutcome
 * @typedef {import('quickjs-emscripten').QuickJSContext} Context
 * @typedef {import('quickjs-emscripten').QuickJSHandle} Handle
 * @typedef {ReturnType<typeof import('./stopwatch.mjs').startStopwatch>} Stopwatch
 *
 * @typedef {object} Run one body of code and what it may use
 * @property {import('./job.js').Job} job
 * @property {string} code
 * @property {Stopwatch} stopwatch
 * @property {number} stackBytes
 * @property {number} memoryBytes
 * @property {number} maxSize of the JSON of the result
 * @property {number} maxDepth of the result
 * @property {(call: string) => string} assign
 * @property {import('./fetches.mjs').Fetches} fetches
 *
 * @typedef {object} Ran
 * @property {TextOutcome} outcome
 * @property {boolean} isSound
 */

/**
 * Runs one body of code in a QuickJS of its own and throws that away, so that nothing the code
 * leaves behind meets the next one. `isSound` is false when QuickJS itself broke, be it only while
 * it was cleared away: it must not run anything more.
 *
 * @param {import('quickjs-emscripten').QuickJSWASMModule} quickjs
 * @param {Run} run
 * @returns {Promise<Ran>}
 */
export async function runCode(quickjs, run) {
  const runtime = quickjs.newRuntime();
  // QuickJS compiled to WASM cannot tell what its allocations take in sum: this bounds one of them,
  // the memory the module was given bounds them all (worker.mjs).
  runtime.setMemoryLimit(run.memoryBytes);
  runtime.setMaxStackSize(run.stackBytes);
  const context = runtime.newContext();
  /** @type {Handle[]} */
  const handles = [];
  let outcome = failure(run);
  let isSound = true;
  try {
    const made = await attempt(context, handles, run);
    // Code that was interrupted inside an async function can catch that and go on to a result.
    outcome = run.stopwatch.isOver() ? failure(run) : made;
  } catch {
    isSound = false;
  }
  try {
    run.fetches.forget();
    for (const handle of handles) handle.dispose();
    context.dispose();
    runtime.dispose();
  } catch {
    isSound = false;
  }
  return { outcome, isSound };
}

/**
 * @param {Context} context
 * @param {Handle[]} handles receives what the caller has to dispose
 * @param {Run} run
 * @returns {Promise<TextOutcome>}
 */
async function attempt(context, handles, run) {
  const face = enterGuest(context, run);
  handles.push(face);
  context.runtime.setInterruptHandler(() => run.stopwatch.isOver());
  const result = run.stopwatch.count(() => call(context, face, run));
  handles.push(result.error ?? result.value);
  if (result.error) return failure(run);
  return run.job.isAsync
    ? settle(context, result.value, run)
    : outcomeOf(context.getString(result.value), run);
}

/** @param {Context} context @param {Run} run */
function enterGuest(context, run) {
  const { grants } = run.job;
  const host = context.newObject();
  const assign = functionOf(context, (text) => context.newString(run.assign(text)));
  const refusal = typeof grants.fetch === 'object' ? grants.fetch.refusal : undefined;
  const fetch = functionOf(context, (text) => run.fetches.open(context, text, refusal));
  if (grants.setVariable) context.setProp(host, 'assign', assign);
  if (grants.fetch) context.setProp(host, 'fetch', fetch);
  const prepare = context.unwrapResult(context.evalCode(GUEST_SOURCE));
  const maxSize = context.newNumber(run.maxSize);
  const face = context.unwrapResult(
    context.callFunction(prepare, context.undefined, host, maxSize),
  );
  for (const handle of [host, assign, fetch, prepare, maxSize]) handle.dispose();
  return face;
}

/** @param {Context} context @param {(text: string) => Handle} answer */
function functionOf(context, answer) {
  return context.newFunction('host', (text) => answer(context.getString(text)));
}

/** @param {Context} context @param {Handle} face @param {Run} run */
function call(context, face, { job, code }) {
  const run = context.getProp(face, job.isAsync ? 'runAsync' : 'run');
  const ids = JSON.stringify(job.argIds);
  const text = `{"ids":${ids},"code":${JSON.stringify(code)},"args":${job.argValues}}`;
  const argument = context.newString(text);
  const result = context.callFunction(run, context.undefined, argument);
  run.dispose();
  argument.dispose();
  return result;
}

/**
 * Runs promise jobs, and waits for requests, until the script has its result.
 *
 * @param {Context} context @param {Handle} promise @param {Run} run
 * @returns {Promise<TextOutcome>}
 */
async function settle(context, promise, run) {
  for (;;) {
    if (!run.stopwatch.count(() => pump(context, run.stopwatch))) return failure(run);
    const state = context.getPromiseState(promise);
    if (state.type === 'fulfilled')
      return state.value.consume((text) => outcomeOf(context.getString(text), run));
    if (state.type === 'rejected') return state.error.consume(() => failure(run));
    if (run.stopwatch.isOver()) return failure(run);
    if (run.fetches.areDone())
      return { ok: false, error: 'the script waits for something that never comes' };
    await run.fetches.next(run.stopwatch.wallLeft());
  }
}

/**
 * False when a job broke off. A script's own errors do not: they reject its promises.
 *
 * @param {Context} context @param {Stopwatch} stopwatch
 */
function pump({ runtime }, stopwatch) {
  let isWhole = true;
  while (isWhole && runtime.hasPendingJob() && !stopwatch.isOver()) {
    const result = runtime.executePendingJobs(100);
    isWhole = result.error === undefined;
    result.dispose();
  }
  return isWhole;
}

/** @param {string} text @param {Run} run @returns {TextOutcome} */
function outcomeOf(text, { maxDepth }) {
  const json = text.slice(1);
  if (text.startsWith('!')) return { ok: false, error: JSON.parse(json) };
  return isDeeperThan(json, maxDepth)
    ? { ok: false, error: 'the result is nested too deep' }
    : { ok: true, json };
}

/**
 * What code that failed past its own reach comes to. Its error is not looked at, since reading it
 * could run code.
 *
 * @param {{ stopwatch: Stopwatch }} run
 * @returns {TextOutcome}
 */
export function failure({ stopwatch }) {
  return stopwatch.isOver()
    ? { ok: false, error: 'the code took too long', reason: 'limit' }
    : { ok: false, error: 'the code ran out of memory or stack', reason: 'limit' };
}
