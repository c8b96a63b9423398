import type { Assignment, CodeResult, ScriptArg, ScriptCapabilities } from '../engine/index.js';

/** Runs user code: the sandbox, passed in by `app.ts`. */
export interface CodeRunner {
  evaluate(
    expressions: readonly string[],
    args: readonly ScriptArg[],
    caller?: {
      readonly key?: string;
      readonly timeZone?: string | undefined;
      readonly isRestricted?: boolean;
    },
  ): Promise<readonly CodeResult[]>;
  runScript(script: {
    readonly code: string;
    readonly args: readonly ScriptArg[];
    readonly capabilities?: ScriptCapabilities;
    readonly key?: string;
    readonly timeZone?: string | undefined;
    readonly isRestricted?: boolean;
    readonly callKey?: string | undefined;
    readonly abandoned?: AbortSignal | undefined;
  }): Promise<{
    readonly outcome: CodeResult;
    readonly assignments: readonly Assignment[];
    readonly printed?: readonly string[];
  }>;
}
