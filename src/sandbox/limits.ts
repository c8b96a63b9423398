/** The limits of user code. Sizes of texts are in characters (UTF-16 units) of JSON. */
export interface SandboxLimits {
  /** For all expressions of one effect together, in ms. */
  readonly evaluateMs: number;
  /** For one script, awaited requests included, in ms. */
  readonly scriptMs: number;
  /** The part of `scriptMs` a script may spend computing, in ms. */
  readonly scriptCpuMs: number;
  /** For one call of code in a restricted preview, and the part of it spent computing, in ms. */
  readonly restrictedMs: number;
  readonly restrictedCpuMs: number;
  /** Time after its deadline until code that ignored it is killed with its thread, in ms. */
  readonly graceMs: number;
  /** The whole memory of one QuickJS, its own 16 MiB included, in bytes. */
  readonly memoryBytes: number;
  /** Depth of calls, as bytes of QuickJS stack. */
  readonly stackBytes: number;
  /** Code and arguments of one call; also one fetched body. */
  readonly inputSize: number;
  /** All values one call returns, assignments included. */
  readonly outputSize: number;
  /** How deep lists and objects of a value may be nested. */
  readonly outputDepth: number;
  readonly expressionsPerCall: number;
  readonly fetchesPerCall: number;
  readonly assignmentsPerCall: number;
  /** Lines of the console that are kept, of at most 500 characters each. */
  readonly linesPerCall: number;
  /** Calls of one key, and of all keys, that may wait for a thread. */
  readonly queuedPerKey: number;
  readonly queued: number;
  /** Scripts that may wait for a request without counting as busy; each occupies a thread. */
  readonly waitingScripts: number;
}

/**
 * The defaults. With `stackBytes` QuickJS reports calls that are too deep before the stack of the thread ends;
 * `inputSize` has space for the largest response that `http.ts` accepts, which response mappings receive as an
 * argument.
 */
export const SANDBOX_LIMITS: SandboxLimits = {
  evaluateMs: 1_000,
  scriptMs: 10_000,
  scriptCpuMs: 2_000,
  restrictedMs: 1_000,
  restrictedCpuMs: 250,
  graceMs: 50,
  memoryBytes: 64 * 1024 * 1024,
  stackBytes: 256 * 1024,
  inputSize: 6_000_000,
  outputSize: 1_000_000,
  outputDepth: 200,
  expressionsPerCall: 200,
  fetchesPerCall: 10,
  assignmentsPerCall: 1_000,
  linesPerCall: 20,
  queuedPerKey: 20,
  queued: 1_000,
  waitingScripts: 8,
};
