import type { CodeResult, ScriptArg } from '../engine/index.js';
import { createThreadPool } from './threadPool.js';
import type { Key } from './fairQueue.js';
import { failedReport, jobOf } from './job.js';
import type { Assignment, FixedEnv, Grants, JobRequest, Report, ScriptFetch } from './job.js';
import { SANDBOX_LIMITS } from './limits.js';
import type { SandboxLimits } from './limits.js';
import { createSchedule } from './schedule.js';
import { startThread } from './thread.js';

/** Runs user code where it can reach nothing of the host. Failures are results: nothing throws. */
export interface Sandbox {
  /**
   * Runs synchronous function bodies, each on its own, with the arguments as parameters; one outcome each. Calls with
   * the same `key` (`bot/chat`) are queued together, and long computations of one of them delay all chats of the bot.
   */
  evaluate(
    expressions: readonly string[],
    args: readonly ScriptArg[],
    origin?: CodeOrigin,
  ): Promise<readonly CodeResult[]>;
  /** Runs a function body that may `await`. Assignments made before a failure are reported, too. */
  runScript(script: Script): Promise<ScriptResult>;
  /** Ends all threads. Calls that run or come later fail. */
  close(): Promise<void>;
}

/** On whose behalf code runs. */
export interface CodeOrigin {
  /** `bot/chat`: the key by which the call is queued. */
  readonly key?: string | undefined;
  /** The zone of its `Date`, by its IANA name; UTC when absent. */
  readonly timeZone?: string | undefined;
  /** Its clock and random numbers, for a simulation; those of the machine when absent. */
  readonly fixed?: FixedEnv | undefined;
  /** Whether the caller is anonymous: then the code gets less time. */
  readonly isRestricted?: boolean;
}

/** A script and what it may do. Nothing beyond computing is allowed unless requested. */
export interface Script extends CodeOrigin {
  readonly code: string;
  readonly args: readonly ScriptArg[];
  readonly capabilities?: Partial<Grants>;
  /** Identifies the call across retries, so that its requests are sent once. */
  readonly callKey?: string | undefined;
  /** Ends its requests when aborted; they fail then. */
  readonly abandoned?: AbortSignal | undefined;
  /** Sends its requests in place of the sandbox's own `fetch`. */
  readonly fetch?: ScriptFetch | undefined;
}

/** The result of a script, and the variables it set, in the order of the calls. */
export interface ScriptResult {
  readonly outcome: CodeResult;
  readonly assignments: readonly Assignment[];
  /** The lines of its console, where that is allowed. */
  readonly printed?: readonly string[];
}

/** The options of a sandbox. */
export interface SandboxOptions {
  /** The maximum number of jobs that compute at a time. */
  readonly workers?: number;
  readonly limits?: Partial<SandboxLimits>;
  /** Sends the requests of scripts; without it they fail. */
  readonly fetch?: ScriptFetch;
}

/** Creates a sandbox. Its threads start with the first call and never keep the process alive. */
export function createSandbox(options: SandboxOptions = {}): Sandbox {
  const limits = { ...SANDBOX_LIMITS, ...options.limits };
  const fetch = options.fetch ?? refuseFetch;
  const workers = options.workers ?? 2;
  const threads = createThreadPool(workers, () => startThread(limits, fetch));
  const schedule = createSchedule(workers, limits, threads);

  const restricted = { cpuMs: limits.restrictedCpuMs, wallMs: limits.restrictedMs };

  const run = async (request: JobRequest, key: Key): Promise<Report> => {
    const job = jobOf(request, limits);
    return 'refusal' in job
      ? failedReport(request.codes.length, job.refusal)
      : schedule.run(job, key);
  };
  return {
    evaluate: async (codes, args, { key, timeZone = 'UTC', fixed, isRestricted = false } = {}) => {
      if (codes.length === 0) return [];
      const { evaluateMs: ms } = limits;
      const time = isRestricted ? restricted : { cpuMs: ms, wallMs: ms };
      const request = { codes, args, isAsync: false, grants: NO_GRANTS, timeZone, fixed, ...time };
      return (await run(request, key ?? Symbol('caller'))).outcomes;
    },
    runScript: async (script) => {
      const { code, args, capabilities, key, timeZone = 'UTC', isRestricted } = script;
      const { fixed, callKey, abandoned, fetch: send } = script;
      const { scriptCpuMs: cpuMs, scriptMs: wallMs } = limits;
      const time = isRestricted ? restricted : { cpuMs, wallMs };
      const grants = { ...NO_GRANTS, ...capabilities };
      const called = { timeZone, fixed, ...time, callKey, abandoned, fetch: send };
      const request = { codes: [code], args, isAsync: true, grants, ...called };
      const { outcomes, assignments, printed } = await run(request, key ?? Symbol('caller'));
      const [outcome = { ok: false, error: 'the script gave nothing' }] = outcomes;
      return { outcome, assignments, ...(printed.length > 0 && { printed }) };
    },
    close: schedule.close,
  };
}

const NO_GRANTS: Grants = { fetch: false, setVariable: false, console: false };

const refuseFetch: ScriptFetch = () =>
  Promise.resolve({ ok: false, message: 'this code may not send requests' });
