import type { Value } from '../values/value.js';

/**
 * A question to the outside world, as plain JSON. A turn that carries one is unfinished:
 * the edge answers it and steps again.
 */
export type Effect =
  /**
   * Runs inline code, each expression on its own, synchronously, without network, in sloppy mode.
   * An expression is the body of a function: it holds its own `return`.
   * Answer: `{ ok: true, value }` with one `Outcome` an expression, in the same order.
   */
  | {
      readonly kind: 'evaluate';
      readonly expressions: readonly string[];
      readonly args: readonly ScriptArg[];
      /** The zone of its `Date`, by its IANA name; UTC when absent. */
      readonly timeZone?: string;
    }
  /**
   * Runs a whole script in sloppy mode: the body of a function that may await and holds its own `return`.
   * Answer: its value, the `assignments` it made, and the lines it `printed`.
   */
  | {
      readonly kind: 'runScript';
      readonly code: string;
      readonly args: readonly ScriptArg[];
      /** As in `evaluate`. */
      readonly timeZone?: string;
      /** What the script may do beyond computing: nothing that is not named. */
      readonly capabilities?: ScriptCapabilities;
    }
  | LoadBotEffect
  | HttpRequestEffect
  | SendEmailEffect
  | SheetsEffect
  | ForgeEffect
  | CreatePaymentEffect;

/** What a script may do besides computing. */
export interface ScriptCapabilities {
  /** Present where it may call `fetch`; with a `refusal` each call fails with that. */
  readonly fetch?: boolean | { readonly refusal: string };
  readonly setVariable?: boolean;
  /** Whether its console prints; else it is silent. */
  readonly console?: boolean;
}

/** What others than the chat itself answer. */
export type OutsideEffect = Exclude<Effect, LoadBotEffect>;

/**
 * Finds another bot of the workspace: its draft in a preview, else what is published of it. The flow joins
 * those the engine can look up. Answer: `{ botId, flowId, resultId }`, the last one fresh, for a run of its own.
 */
export interface LoadBotEffect {
  readonly kind: 'loadBot';
  readonly botId: string;
  readonly isPreview: boolean;
}

/**
 * Sends a request as it stands. Answer: `{ statusCode, body }` of whatever came back; when nothing did, the status code
 * stands for the reason (400 refused, 408 too late, 500 else) and `error` tells it.
 */
export interface HttpRequestEffect {
  readonly kind: 'httpRequest';
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly timeoutMs: number;
  /** The proxy to send through. */
  readonly proxyCredentialsId?: string;
}

/** Sends an e-mail through the credentials' mail server; `default` is that of this installation. Answer: no value. */
export interface SendEmailEffect {
  readonly kind: 'sendEmail';
  readonly credentialsId: string;
  readonly recipients: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo?: string;
  readonly subject: string;
  readonly body: { readonly text: string } | { readonly html: string };
  /** Addresses of files to attach; only uploads of this very chat may be. */
  readonly attachments: readonly string[];
}

/**
 * Reads or writes the rows of a sheet, looking them up first where there is a filter.
 * Answer: for `get` the rows as `{ rows: [{ column: text }] }`, else no value.
 */
export interface SheetsEffect {
  readonly kind: 'sheets';
  readonly credentialsId: string;
  readonly spreadsheetId: string;
  readonly sheetId: string;
  readonly task:
    | {
        readonly action: 'get';
        readonly columns: readonly string[];
        readonly filter?: SheetFilter;
        readonly rows: 'All' | 'First' | 'Last' | 'Random';
        /** In [0, 1): which one of several rows a random one is. */
        readonly chance: number;
      }
    | { readonly action: 'insert'; readonly values: Readonly<Record<string, string>> }
    | {
        readonly action: 'update';
        readonly values: Readonly<Record<string, string>>;
        readonly filter?: SheetFilter;
      };
}

/** Which rows of a sheet are meant; all of them without a comparison. */
export interface SheetFilter {
  readonly logicalOperator: 'AND' | 'OR';
  readonly comparisons: readonly {
    readonly column: string;
    readonly comparisonOperator: string;
    readonly value: string;
  }[];
}

/**
 * Runs an action of a vendor with its options filled in. Answer: a record of what came out, by the names the vendor's
 * block knows (`Message content`, `URL` …).
 */
export interface ForgeEffect {
  readonly kind: 'forge';
  readonly type: string;
  readonly action: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly credentialsId?: string;
  /** The bubble that says the text that comes out, where one follows: watchers may be shown it as it comes. */
  readonly saidBy?: string;
}

/**
 * Prepares a payment with the provider; each ask makes a new one.
 * Answer: `{ paymentIntentSecret, publicKey }`, which the client pays with.
 */
export interface CreatePaymentEffect {
  readonly kind: 'createPayment';
  readonly provider: 'Stripe';
  readonly credentialsId: string;
  /** In the smallest unit of the currency: cents, or yen. */
  readonly amount: number;
  /** Three capital letters (ISO 4217). */
  readonly currency: string;
  readonly description?: string;
  readonly receiptEmail?: string;
  /** Whether the test keys are used, when there are any. */
  readonly isTest: boolean;
}

/** A variable bound in user code: a valid identifier and its guessed type; without `value` it is undefined. */
export interface ScriptArg {
  readonly id: string;
  readonly value?: unknown;
}

/** What a piece of user code gave: a JSON value (absent for undefined), or the reason it failed. A function or symbol is a failure. */
export type CodeResult =
  | { readonly ok: true; readonly value?: unknown }
  | {
      readonly ok: false;
      readonly error: string;
      /** The code was stopped or never run (time, memory, a full queue): it did not fail by itself. */
      readonly reason?: 'limit' | undefined;
    };

/**
 * Failure is an answer too: flows branch on it and a log is written. Only scripts make assignments. A failure that is
 * final ends the turn: it may ask no more.
 */
export type EffectResult = CodeResult & {
  readonly assignments?: readonly Assignment[];
  /** The lines a script wrote to its console, if it may: the first ones, cut to a length that people read. */
  readonly printed?: readonly string[];
  readonly isFinal?: true;
};

/** What a script called `setVariable` with; an absent value clears the variable. In the order of the calls. */
export interface Assignment {
  readonly name: string;
  readonly value?: unknown;
}

/** What must be written or done after the turn, in the same commit as the session. */
export type TurnRecord =
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
