import type { CodeResult, ScriptArg } from '../engine/index.js';
import type { SandboxLimits } from './limits.js';

/** One call of the sandbox as it is sent to a thread: everything is text or a plain number. */
export interface Job {
  /** Function bodies, each run in a fresh QuickJS; a script has exactly one. */
  readonly codes: readonly string[];
  /** The bodies may `await`. */
  readonly isAsync: boolean;
  /** Names of the variables that have a value. */
  readonly argIds: readonly string[];
  /** Their values, as the JSON text of one list. */
  readonly argValues: string;
  /** Names of the variables without a value: JSON has none for them. */
  readonly unsetIds: readonly string[];
  /** The zone of `Date`, by its IANA name. */
  readonly timeZone: string;
  readonly grants: Grants;
  /** Its clock and random numbers; those of the machine when absent. */
  readonly fixed?: FixedEnv | undefined;
  /** The time limit for computing, in ms. */
  readonly cpuMs: number;
  /** The time limit from start to result, in ms. */
  readonly wallMs: number;
  /** The same when the call is made again; the keys of its requests derive from it. */
  readonly callKey?: string | undefined;
}

/** A clock that stands still, and random numbers that follow from a seed. */
export interface FixedEnv {
  /** Milliseconds since 1970. */
  readonly now: number;
  readonly seed: string;
}

/** A job with the parts that cannot be sent to a thread. */
export interface AttendedJob extends Job {
  /** Sends the requests of the script in place of the sandbox's own. */
  readonly fetch?: ScriptFetch | undefined;
  /** Ends the requests of the script when aborted: its result is no longer needed. */
  readonly abandoned?: AbortSignal | undefined;
}

/** What a script may do besides computing. */
export interface Grants {
  /** Whether it may call `fetch`; with a `refusal` each call fails with that. */
  readonly fetch: boolean | { readonly refusal: string };
  readonly setVariable: boolean;
  /** Whether its console keeps lines; without this they are discarded. */
  readonly console: boolean;
}

/** A call of `setVariable` in a script, in the order of the calls. */
export interface Assignment {
  readonly name: string;
  readonly value: unknown;
}

/** The result of a finished job. */
export interface Report {
  /** One for each code. */
  readonly outcomes: readonly CodeResult[];
  readonly assignments: readonly Assignment[];
  /** The lines of the console, where that is allowed. */
  readonly printed: readonly string[];
}

/** A request of a script; nothing in it has been checked. */
export interface ScriptRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The same for the same request of a script that is run again. */
  readonly callKey?: string;
  /** Ends it when aborted. */
  readonly abandoned?: AbortSignal | undefined;
}

/** The response to a script's request; any status counts as ok, as with every fetch. */
export type ScriptResponse =
  { readonly ok: true; readonly body: string } | { readonly ok: false; readonly message: string };

/** Sends the requests of scripts; `send` of `integrations/http.ts` has this type. */
export type ScriptFetch = (request: ScriptRequest) => Promise<ScriptResponse>;

/** From the pool to a thread. */
export type ToThread =
  | { readonly type: 'job'; readonly job: Job }
  | { readonly type: 'fetched'; readonly id: number; readonly response: ScriptResponse };

/** A call before it is checked. */
export type JobRequest = Pick<
  AttendedJob,
  | 'codes'
  | 'isAsync'
  | 'grants'
  | 'timeZone'
  | 'fixed'
  | 'cpuMs'
  | 'wallMs'
  | 'callKey'
  | 'abandoned'
  | 'fetch'
> & { readonly args: readonly ScriptArg[] };

/** Checks a call and makes its job, or returns the reason why it is refused. */
export function jobOf(
  request: JobRequest,
  limits: SandboxLimits,
): AttendedJob | { refusal: string } {
  const { args, ...rest } = request;
  if (request.codes.length > limits.expressionsPerCall) return { refusal: 'too many expressions' };
  const bad = args.find((arg) => !IDENTIFIER.test(arg.id));
  if (bad) return { refusal: `"${bad.id.slice(0, 50)}" cannot name a parameter` };
  const set = args.filter((arg) => arg.value !== undefined);
  const argValues = jsonOf(set.map((arg) => arg.value));
  if (argValues === undefined) return { refusal: 'an argument cannot be written as JSON' };
  const size = request.codes.reduce((sum, code) => sum + code.length, argValues.length);
  if (size > limits.inputSize) return { refusal: 'the code and its arguments are too large' };
  const unset = args.filter((arg) => arg.value === undefined);
  return { ...rest, argIds: idsOf(set), argValues, unsetIds: idsOf(unset) };
}

function idsOf(args: readonly ScriptArg[]): string[] {
  return args.map((arg) => arg.id);
}

/** Why a thread did not finish a job. */
export const CLOSED = 'the sandbox was closed';
export const ENDED = 'the sandbox ended';
export const BROKEN = 'the sandbox broke';

/** A report in which every code was stopped, or never run, for the same reason. */
export function failedReport(codes: number, error: string): Report {
  const outcome = { ok: false, error, reason: 'limit' } as const;
  return { outcomes: Array.from({ length: codes }, () => outcome), assignments: [], printed: [] };
}

/** The shape of an identifier; reserved words are left to the parser, which refuses them. */
const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;

function jsonOf(values: readonly unknown[]): string | undefined {
  try {
    return JSON.stringify(values, (_, value: unknown) =>
      typeof value === 'bigint' ? value.toString() : value,
    );
  } catch {
    return undefined;
  }
}
