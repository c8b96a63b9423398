import type { Value } from './value.js';

/**
 * A question to the outside world, as plain JSON. A turn that carries one is unfinished:
 * the edge answers it and steps again.
 */
export type Ask =
  /**
   * Runs inline code, each expression on its own, synchronously, without network, in strict mode.
   * An expression is the body of a function: it holds its own `return`.
   * Answer: `{ ok: true, value }` with one `Outcome` an expression, in the same order.
   */
  | {
      readonly kind: 'evaluate';
      readonly expressions: readonly string[];
      readonly args: readonly ScriptArg[];
    }
  /** Runs a whole script in strict mode: the body of a function that may await and holds its own `return`. */
  | { readonly kind: 'runScript'; readonly code: string; readonly args: readonly ScriptArg[] };

/** A variable bound in user code: a valid identifier and its guessed type (engine §5.4); without `value` it is undefined. */
export interface ScriptArg {
  readonly id: string;
  readonly value?: unknown;
}

/** What a piece of user code gave: a JSON value (absent for undefined), or the reason it failed. A function or symbol is a failure. */
export type Outcome =
  { readonly ok: true; readonly value?: unknown } | { readonly ok: false; readonly error: string };

/** Failure is an answer too: flows branch on it and a log is written. */
export type Answer = Outcome;

/** What must be written or done after the turn, in the same commit as the session. */
export type Tell =
  | {
      readonly kind: 'recordAnswer';
      readonly resultId: string;
      readonly blockId: string;
      readonly groupId: string;
      readonly variableId: string | null;
      readonly content: string;
      readonly attachedFileUrls?: readonly string[];
    }
  | {
      readonly kind: 'saveResult';
      readonly resultId: string;
      readonly botId: string;
      readonly flowId: string;
      readonly variables: readonly ResultVariable[];
      readonly hasStarted: boolean;
      readonly isCompleted: boolean;
    };

/** A variable with a value, as a result shows it. */
export interface ResultVariable {
  readonly id: string;
  readonly name: string;
  readonly value: Exclude<Value, null>;
}
