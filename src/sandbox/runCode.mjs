// @ts-check
import { isDeeperThan } from './depth.mjs';
import { SOURCES } from './sources.mjs';

/**
 * @typedef {import('./messages.js').TextOutcome} TextOutcome
 * @typedef {import('quickjs-emscripten').QuickJSContext} Context
 * @typedef {import('quickjs-emscripten').QuickJSHandle} Handle
 * @typedef {ReturnType<typeof import('./stopwatch.mjs').startStopwatch>} Stopwatch
 * @typedef {ReturnType<typeof enterGuest>} Guest
 *
 * @typedef {object} Run one body of code and what it may use
 * @property {import('./job.js').Job} job
 * @property {number} nth its number among the codes of the job
 * @property {string} code
 * @property {Stopwatch} stopwatch
 * @property {number} stackBytes
 * @property {number} memoryBytes
 * @property {number} maxDepth of the result
 * @property {() => number} sizeLeft for the JSON of the result
 * @property {(name: string, json: string) => string} assign sets a variable, or returns the reason why not
 * @property {(line: string) => void} print receives a line of the console
 * @property {(maker: string, call: string) => string} speak see `intlHost.mjs`
 * @property {import('./fetches.mjs').Fetches} fetches
 *
 * @typedef {object} Ran
 * @property {TextOutcome} outcome
 * @property {boolean} isSound
 *
 * @typedef {{ error?: undefined, value: Handle } | { error: Handle } | string | undefined} Settled
 *   a value or an error; or the reason why there is neither, undefined when the code was stopped
 */

/**
 * Runs one body of code in a QuickJS of its own and discards that, so that nothing the code leaves behind affects the next one. `isSound`
 * is false when QuickJS itself broke, even while it was disposed of: then it must not run anything else.
 *
 * @param {import('quickjs-emscripten').QuickJSWASMModule} quickjs
 * @param {Run} run
 * @returns {Promise<Ran>}
 */
export async function runCode(quickjs, run) {
  const runtime = quickjs.newRuntime();
  // QuickJS compiled to WASM does not know the sum of its allocations: this limits each one, and the memory of the module limits all of
  // them (worker.mjs).
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
 * @param {Handle[]} handles receives handles that the caller has to dispose
 * @param {Run} run
 * @returns {Promise<TextOutcome>}
 */
async function attempt(context, handles, run) {
  const guest = enterGuest(context, handles, run);
  context.runtime.setInterruptHandler(() => run.stopwatch.isOver());
  const started = guest.start(callOf(run));
  const ended = started.error ? started : await settle(guest, started.value, run);
  if (ended === undefined) return failure(run);
  if (typeof ended === 'string') return { ok: false, error: ended };
  const written = ended.error ? ended : guest.write(ended.value);
  if (!written.error) return outcomeOf(context.getString(written.value), run);
  const described = guest.describe(written.error);
  if (described.error) return failure(run);
  return { ok: false, error: JSON.parse(context.getString(described.value)) };
}

/**
 * Opens the half of the sandbox that runs inside QuickJS. Values and errors of its functions are disposed with `handles`.
 *
 * @param {Context} context @param {Handle[]} handles @param {Run} run
 */
function enterGuest(context, handles, run) {
  /** @param {Handle} handle */
  const tracked = (handle) => {
    handles.push(handle);
    return handle;
  };
  if (run.job.fixed) fix(context, tracked, run);
  const prepare = tracked(context.unwrapResult(context.evalCode(SOURCES.get('guest') ?? '')));
  const host = tracked(grantsOf(context, tracked, run));
  const face = tracked(
    context.unwrapResult(context.callFunction(prepare, context.undefined, host)),
  );
  /** @param {string} name @param {Handle} argument */
  const call = (name, argument) => {
    const callee = tracked(context.getProp(face, name));
    const enter = () => context.callFunction(callee, context.undefined, argument);
    const result = run.stopwatch.count(enter);
    tracked(result.error ?? result.value);
    return result;
  };
  return {
    runtime: context.runtime,
    /** @param {Handle} promise anything else counts as fulfilled */
    stateOf(promise) {
      const state = context.getPromiseState(promise);
      if (state.type === 'rejected') tracked(state.error);
      if (state.type === 'fulfilled' && !state.notAPromise) tracked(state.value);
      return state;
    },
    /** @param {string} text */
    start: (text) => call('start', tracked(context.newString(text))),
    /** @param {Handle} value */
    write: (value) => call('write', value),
    /** @param {Handle} error */
    describe: (error) => call('describe', error),
  };
}

/**
 * Replaces the clock and the random numbers.
 *
 * @param {Context} context @param {(handle: Handle) => Handle} tracked @param {Run} run
 */
function fix(context, tracked, { job, nth }) {
  const set = tracked(context.unwrapResult(context.evalCode(SOURCES.get('fixed') ?? '')));
  const fixed = tracked(context.newString(JSON.stringify(job.fixed)));
  const number = tracked(context.newNumber(nth));
  tracked(context.unwrapResult(context.callFunction(set, context.undefined, fixed, number)));
}

/**
 * An object with the functions that the script may use.
 *
 * @param {Context} context @param {(handle: Handle) => Handle} tracked @param {Run} run
 */
function grantsOf(context, tracked, { job, assign, print, speak, fetches }) {
  const host = context.newObject();
  /** @param {Handle} handle @returns {string} */
  const read = (handle) => {
    if (context.typeof(handle) !== 'string') throw new TypeError('not a text');
    return context.getString(handle);
  };
  /** @param {string} name @param {(...args: Handle[]) => Handle} act */
  const offer = (name, act) => context.setProp(host, name, tracked(context.newFunction(name, act)));
  offer('speak', (maker, call) => context.newString(speak(read(maker), read(call))));
  offer('load', (name) => context.unwrapResult(context.evalCode(SOURCES.get(read(name)) ?? '')));
  if (job.grants.console) {
    offer('print', (line) => {
      print(JSON.parse(read(line)));
      return context.undefined;
    });
  }
  if (job.grants.setVariable) {
    offer('assign', (name, json) => context.newString(assign(JSON.parse(read(name)), read(json))));
  }
  const { fetch } = job.grants;
  const refusal = typeof fetch === 'object' ? fetch.refusal : undefined;
  if (fetch) offer('fetch', (text) => fetches.open(context, read(text), refusal));
  return host;
}

/** The argument of `start`. @param {Run} run */
function callOf({ job, code }) {
  const { isAsync, argIds, argValues, unsetIds } = job;
  const head = JSON.stringify({ isAsync, ids: argIds, unset: unsetIds, code });
  return `${head.slice(0, -1)},"args":${argValues}}`;
}

/**
 * Settles what the code returned, if it is a promise. QuickJS itself recognises promises, without calling any code.
 *
 * @param {Guest} guest @param {Handle} given @param {Run} run
 * @returns {Promise<Settled>}
 */
async function settle(guest, given, run) {
  const state = guest.stateOf(given);
  if (state.type === 'fulfilled' && state.notAPromise) return state;
  return run.job.isAsync
    ? drive(guest, given, run)
    : 'TypeError: only a script may wait for a promise';
}

/**
 * Runs promise jobs, and waits for requests, until a promise is settled.
 *
 * @param {Guest} guest @param {Handle} promise @param {Run} run
 * @returns {Promise<Settled>}
 */
async function drive({ runtime, stateOf }, promise, { stopwatch, fetches }) {
  for (;;) {
    if (!stopwatch.count(() => pump(runtime, stopwatch))) return undefined;
    const state = stateOf(promise);
    if (state.type !== 'pending') return state;
    if (stopwatch.isOver()) return undefined;
    if (fetches.areDone()) return 'the script waits for something that never comes';
    await fetches.next(stopwatch.wallLeft());
  }
}

/**
 * Runs pending jobs; false when one was interrupted. Errors of a script do not interrupt: they reject its promises.
 *
 * @param {Context['runtime']} runtime @param {Stopwatch} stopwatch
 */
function pump(runtime, stopwatch) {
  let isWhole = true;
  while (isWhole && runtime.hasPendingJob() && !stopwatch.isOver()) {
    const result = runtime.executePendingJobs(100);
    isWhole = result.error === undefined;
    result.dispose();
  }
  return isWhole;
}

/** @param {string} json @param {Run} run @returns {TextOutcome} */
function outcomeOf(json, { maxDepth, sizeLeft }) {
  if (json.length > sizeLeft()) return { ok: false, error: 'the result is too large' };
  return isDeeperThan(json, maxDepth)
    ? { ok: false, error: 'the result is nested too deep' }
    : { ok: true, json };
}

/**
 * The outcome of code that failed in a way it cannot catch. Its error is not read, because reading it could run code.
 *
 * @param {{ stopwatch: Stopwatch }} run
 * @returns {TextOutcome}
 */
export function failure({ stopwatch }) {
  return stopwatch.isOver()
    ? { ok: false, error: 'the code took too long', reason: 'limit' }
    : { ok: false, error: 'the code ran out of memory or stack', reason: 'limit' };
}
