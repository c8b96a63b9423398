// @ts-check
/**
 * A thread of the sandbox. It is plain JavaScript, like the modules it imports, because a thread starts from a file that nothing
 * compiles: the same file runs from `src` under the tests and, copied, from `dist`. Its types are checked through its JSDoc.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { newQuickJSWASMModuleFromVariant, newVariant, RELEASE_SYNC } from 'quickjs-emscripten';
import { isDeeperThan } from './depth.mjs';
import { createFetches } from './fetches.mjs';
import { openIntl } from './intlHost.mjs';
import { failure, runCode } from './runCode.mjs';
import { startStopwatch } from './stopwatch.mjs';

/** @type {import('./limits.js').SandboxLimits} */
const limits = workerData;
const PAGE = 65_536;
/** The smallest memory the module accepts, in pages. */
const FIRST_PAGES = 256;

const memory = new WebAssembly.Memory({
  initial: FIRST_PAGES,
  maximum: Math.floor(limits.memoryBytes / PAGE),
});
const quickjs = await newQuickJSWASMModuleFromVariant(
  newVariant(RELEASE_SYNC, { wasmMemory: memory }),
);
const fetches = createFetches(limits, post);

parentPort?.on('message', (/** @type {import('./job.js').ToThread} */ message) => {
  if (message.type === 'fetched') fetches.answer(message.id, message.response);
  else void carryOut(message.job).then(post);
});
post({ type: 'ready' });

/** @param {import('./messages.js').FromThread} message */
function post(message) {
  parentPort?.postMessage(message);
}

/**
 * @param {import('./job.js').Job} job
 * @returns {Promise<import('./messages.js').FromThread>}
 */
async function carryOut(job) {
  const stopwatch = startStopwatch(job);
  const ledger = openLedger();
  /** @type {import('./messages.js').TextOutcome[]} */
  const outcomes = [];
  const speak = openIntl(job.timeZone);
  let isSound = true;
  for (const [nth, code] of job.codes.entries()) {
    const { stackBytes, memoryBytes, outputDepth: maxDepth } = limits;
    const { assign, print, sizeLeft } = ledger;
    const run = {
      job,
      nth,
      code,
      stopwatch,
      stackBytes,
      memoryBytes,
      maxDepth,
      sizeLeft,
      assign,
      print,
      speak,
      fetches,
    };
    /** @type {boolean} */
    const isPast = !isSound || stopwatch.isOver();
    /** @type {import('./runCode.mjs').Ran} */
    const ran = isPast ? { outcome: failure(run), isSound } : await runCode(quickjs, run);
    isSound &&= ran.isSound;
    if (ran.outcome.ok) ledger.spend(ran.outcome.json.length);
    outcomes.push(ran.outcome);
  }
  const { assignments, printed } = ledger;
  return { type: 'done', outcomes, assignments, printed, isWorn: !isSound || isWorn() };
}

/** Memory never shrinks, and QuickJS is unreliable after it ran out of memory. */
function isWorn() {
  return memory.buffer.byteLength > (limits.memoryBytes + FIRST_PAGES * PAGE) / 2;
}

/** The output of a job's codes so far, and what is left of its limit. */
function openLedger() {
  let size = limits.outputSize;
  /** @type {import('./messages.js').TextAssignment[]} */
  const assignments = [];
  /** @type {string[]} */
  const printed = [];
  return {
    assignments,
    printed,
    /** @param {string} line */
    print(line) {
      if (printed.length < limits.linesPerCall) printed.push(line.slice(0, 500));
    },
    sizeLeft: () => size,
    /** @param {number} length */
    spend(length) {
      size -= length;
    },
    /** @param {string} name @param {string} json */
    assign(name, json) {
      if (assignments.length >= limits.assignmentsPerCall) return 'too many variables set';
      if (name.length + json.length > size) return 'the variables set are too large';
      if (isDeeperThan(json, limits.outputDepth)) return 'the variable is nested too deep';
      size -= name.length + json.length;
      assignments.push({ name, json });
      return '';
    },
  };
}
