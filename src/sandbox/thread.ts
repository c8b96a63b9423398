import { Worker } from 'node:worker_threads';
import {
  type AttendedJob,
  BROKEN,
  CLOSED,
  ENDED,
  failedReport,
  type Report,
  type ScriptFetch,
  type ScriptRequest,
  type ScriptResponse,
  type ToThread,
} from './job.js';
import type { SandboxLimits } from './limits.js';
import { type FromThread, readMessage, readReport } from './messages.js';

/** A worker thread with a QuickJS in it, which runs one job at a time. */
export interface Thread {
  /**
   * Runs a job and always resolves, with failures when the thread was killed or died. `onWaiting` is called with false
   * when the job begins, and then whenever it starts and stops waiting for a response.
   */
  run(job: AttendedJob, onWaiting: (isWaiting: boolean) => void): Promise<Report>;
  /** False once the thread has ended, was killed, or must not run another job. */
  isUsable(): boolean;
  /** Ends the thread; a job it runs fails. */
  stop(): Promise<void>;
}

/** Starts a thread. It never keeps the process alive, except while a job runs. */
export function startThread(limits: SandboxLimits, fetch: ScriptFetch): Thread {
  const worker = startWorker(limits);
  const state: State = { worker, limits, fetch, isUsable: true, isReady: false, responses: 0 };
  worker.on('message', (sent: unknown) => receive(state, sent));
  worker.on('messageerror', () => void kill(state, BROKEN));
  worker.on('error', () => void kill(state, BROKEN));
  worker.on('exit', () => void kill(state, ENDED));
  // After the listeners, because adding one keeps the process alive again.
  worker.unref();
  return {
    run: (job, onWaiting) =>
      new Promise((answer) => {
        state.running = { job, onWaiting, answer, requests: 0 };
        worker.ref();
        if (state.isUsable) begin(state);
        else finish(state, failedReport(job.codes.length, ENDED));
      }),
    isUsable: () => state.isUsable,
    stop: () => kill(state, CLOSED),
  };
}

interface State {
  readonly worker: Worker;
  readonly limits: SandboxLimits;
  readonly fetch: ScriptFetch;
  isUsable: boolean;
  isReady: boolean;
  running?: RunningJob | undefined;
  /** The number of responses ever sent to the thread. */
  responses: number;
}

interface RunningJob {
  readonly job: AttendedJob;
  readonly onWaiting: (isWaiting: boolean) => void;
  readonly answer: (report: Report) => void;
  deadline?: Deadline;
  requests: number;
}

/** Time counts from when the thread is ready, not from when it was started. */
function begin(state: State): void {
  const { running, limits } = state;
  if (!running || !state.isReady) return;
  const { abandoned: _abandoned, fetch: _fetch, ...job } = running.job;
  const { cpuMs, wallMs } = job;
  running.deadline = startDeadline({ cpuMs, wallMs, graceMs: limits.graceMs }, () => {
    void kill(state, 'the code took too long');
  });
  running.onWaiting(false);
  post(state, { type: 'job', job });
}

function finish(state: State, report: Report, isWorn = false): void {
  const { running } = state;
  state.isUsable &&= !isWorn;
  state.running = undefined;
  state.worker.unref();
  running?.deadline?.clear();
  running?.answer(report);
}

async function kill(state: State, error: string): Promise<void> {
  state.isUsable = false;
  if (state.running) finish(state, failedReport(state.running.job.codes.length, error));
  await state.worker.terminate();
}

/**
 * Processes a message of the thread. A faulty one ends this thread and the job it runs, and nothing else: an exception
 * that left a listener would end the process.
 */
function receive(state: State, sent: unknown): void {
  if (!state.isUsable) return;
  try {
    act(state, readMessage(sent, state));
  } catch {
    void kill(state, BROKEN);
  }
}

function act(state: State, message: FromThread): void {
  switch (message.type) {
    case 'ready':
      state.isReady = true;
      begin(state);
      break;
    case 'fetch':
      void respond(state, message.id, attended(state, message.request));
      break;
    case 'waiting':
      // A response that is on its way will wake the job: it no longer waits.
      if (message.responsesRead !== state.responses) break;
      state.running?.deadline?.pause();
      state.running?.onWaiting(true);
      break;
    case 'done':
      finish(state, readReport(message), message.isWorn);
      break;
  }
}

function attended({ running }: State, request: ScriptRequest): ScriptRequest {
  if (!running) return request;
  const { callKey, abandoned } = running.job;
  running.requests += 1;
  const key = callKey === undefined ? {} : { callKey: `${callKey}-${running.requests}` };
  return { ...request, ...key, abandoned };
}

async function respond(state: State, id: number, request: ScriptRequest): Promise<void> {
  const response = await fetchSafely(state.running?.job.fetch ?? state.fetch, request);
  if (!state.isUsable) return;
  state.responses += 1;
  state.running?.deadline?.resume();
  state.running?.onWaiting(false);
  post(state, { type: 'fetched', id, response });
}

function post(state: State, message: ToThread): void {
  state.worker.postMessage(message);
}

/**
 * The environment is empty and the output discarded: if code ever gets out of QuickJS, it finds no secret here. QuickJS
 * measures only its own stack, and WASM takes several times that of the thread, so the stack of the thread is large.
 */
function startWorker(limits: SandboxLimits): Worker {
  return new Worker(new URL('./worker.mjs', import.meta.url), {
    workerData: limits,
    env: {},
    argv: [],
    execArgv: [],
    stdout: true,
    stderr: true,
    resourceLimits: { stackSizeMb: 16, maxOldGenerationSizeMb: 128 },
  });
}

async function fetchSafely(fetch: ScriptFetch, request: ScriptRequest): Promise<ScriptResponse> {
  try {
    const response = await fetch(request);
    return response.ok
      ? { ok: true, body: response.body }
      : { ok: false, message: response.message };
  } catch {
    return { ok: false, message: 'the request failed' };
  }
}

/** The deadline of a running job, enforced from outside its thread. */
interface Deadline {
  /** Stops counting computing time: the job waits for a response. */
  pause(): void;
  resume(): void;
  clear(): void;
}

/**
 * Calls `onOver` once, when a job has computed for `cpuMs` or lasted `wallMs` (each plus `graceMs`), whichever comes
 * first. A job keeps these limits by itself unless it is inside a built-in that QuickJS does not interrupt; then only
 * the end of its thread helps.
 */
function startDeadline(
  limits: { readonly cpuMs: number; readonly wallMs: number; readonly graceMs: number },
  onOver: () => void,
): Deadline {
  let cpuLeft = limits.cpuMs + limits.graceMs;
  let since = performance.now();
  const dropWall = doAfter(limits.wallMs + limits.graceMs, onOver);
  let dropCpu: (() => void) | undefined = doAfter(cpuLeft, onOver);

  const pause = (): void => {
    if (!dropCpu) return;
    dropCpu();
    dropCpu = undefined;
    cpuLeft -= performance.now() - since;
  };
  return {
    pause,
    resume: () => {
      if (dropCpu) return;
      since = performance.now();
      dropCpu = doAfter(cpuLeft, onOver);
    },
    clear: () => {
      pause();
      dropWall();
    },
  };
}

/**
 * Calls `act` when the time has passed, unless the returned function cancels it. Messages that the job posted while
 * this thread was blocked are processed first: timers alone run before them, and would kill a job that is done.
 */
function doAfter(milliseconds: number, act: () => void): () => void {
  let late: NodeJS.Immediate | undefined;
  const timer = setTimeout(() => (late = setImmediate(act)), milliseconds);
  return () => {
    clearTimeout(timer);
    clearImmediate(late);
  };
}
