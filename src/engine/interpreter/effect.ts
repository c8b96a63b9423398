import { z } from 'zod';
import type { Breakpoint } from './breakpoint.js';

/**
 * Something to be done outside the engine, as plain JSON. A turn that ends with an effect is unfinished: the caller of
 * `step` handles the effect and steps again with its result (docs/engine-rules.md, "Effects").
 */
export type Effect =
  /**
   * Runs inline code, each expression on its own, synchronously, without network, in sloppy mode. An expression is the
   * body of a function and contains its own `return`. Result: `{ ok: true, value }` with one `Outcome` for each
   * expression, in the same order.
   */
  | {
      readonly kind: 'evaluate';
      readonly expressions: readonly string[];
      readonly args: readonly ScriptArg[];
      /** The zone of its `Date`, by its IANA name; UTC when absent. */
      readonly timeZone?: string;
    }
  /**
   * Runs a whole script in sloppy mode: the body of an async function that contains its own `return`. Result: its
   * value, the `assignments` it made, and the lines it `printed`.
   */
  | {
      readonly kind: 'runScript';
      readonly code: string;
      readonly args: readonly ScriptArg[];
      /** As in `evaluate`. */
      readonly timeZone?: string;
      /** What the script may do beyond computing; what is not named is not allowed. */
      readonly capabilities?: ScriptCapabilities;
    }
  | LoadBotEffect
  | PauseEffect
  | HttpRequestEffect
  | SendEmailEffect
  | SheetsEffect
  | ForgeEffect
  | CreatePaymentEffect
  | VerifyPaymentEffect;

/** What a script may do besides computing. */
export interface ScriptCapabilities {
  /** Present when the script may call `fetch`; with a `refusal` each call fails with that text. */
  readonly fetch?: boolean | { readonly refusal: string };
  readonly setVariable?: boolean;
  /** Whether its console keeps the lines it prints; without this they are discarded. */
  readonly console?: boolean;
}

/** Every effect that is handled and has a result. */
export type HandledEffect = Exclude<Effect, PauseEffect>;

/** Every effect that leaves the engine for something other than the flows of the workspace. */
export type OutsideEffect = Exclude<HandledEffect, LoadBotEffect>;

/**
 * Pauses a turn of a debugged chat before a block. Only a step that is given `Breaks` requests it. Any result goes on
 * with the block, except a final failure, which stops the turn.
 */
export interface PauseEffect {
  readonly kind: 'pause';
  /** The breakpoints that were reached; empty where the turn only came as far as it was to go. */
  readonly hit: readonly Breakpoint[];
}

/**
 * Loads another bot of the workspace: its draft in a preview, else its published version. Afterwards the engine can
 * look the flow up. Result: `{ botId, flowId, resultId }`, where `resultId` is new, for a run of its own.
 */
export interface LoadBotEffect {
  readonly kind: 'loadBot';
  readonly botId: string;
  readonly isPreview: boolean;
}

/**
 * Sends a request as it is. Result: `{ statusCode, body }` of the response; without a response the status code gives
 * the reason (400 refused, 408 timed out, 500 anything else), `error` describes it, and `failure` names it for programs.
 */
export interface HttpRequestEffect {
  readonly kind: 'httpRequest';
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Sent as `multipart/form-data` instead of a body. */
  readonly form?: readonly FormPart[];
  /** The time limit for everything, repetitions included. */
  readonly timeoutMs: number;
  /** How often the request may be repeated after a temporary failure; 0 when absent. */
  readonly retries?: number;
  /** The proxy to send through. */
  readonly proxyCredentialsId?: string;
  /** The name and password for HTTP Basic authentication. */
  readonly basicAuthCredentialsId?: string;
  /** The TLS client certificate. */
  readonly clientCertificateCredentialsId?: string;
}

/** A field of a form: a value, or a file. */
export type FormPart =
  | { readonly name: string; readonly value: string; readonly file?: undefined }
  | { readonly name: string; readonly file: FormFile };

/** A file of a form: by its content as text or Base64, or by the address to fetch it from. */
export interface FormFile {
  readonly fileName: string;
  readonly contentType?: string | undefined;
  readonly content?: string | undefined;
  readonly base64?: string | undefined;
  readonly url?: string | undefined;
}

/**
 * Sends an e-mail through the mail server of the credentials; `default` is that of this installation. Result: `{
 * refused, notAttached }`: the recipients that the mail server refused while it accepted others, and the addresses of
 * attachments that are not files of the chat.
 */
export interface SendEmailEffect {
  readonly kind: 'sendEmail';
  readonly credentialsId: string;
  readonly recipients: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo?: string;
  readonly subject: string;
  readonly body: { readonly text: string } | { readonly html: string };
  /** Addresses of files to attach; a text may hold several. Only files of the same chat are attached. */
  readonly attachments: readonly string[];
}

/**
 * Reads or writes the rows of a sheet, after finding them where there is a filter. Result: for `get` the rows as `{
 * rows: [{ column: text }] }`, else no value.
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
        /** In [0, 1): selects the row when one of several is chosen at random. */
        readonly chance: number;
      }
    | { readonly action: 'insert'; readonly values: Readonly<Record<string, string>> }
    | {
        readonly action: 'update';
        readonly values: Readonly<Record<string, string>>;
        readonly filter?: SheetFilter;
      };
}

/** Which rows of a sheet are selected; all of them without a comparison. */
export interface SheetFilter {
  readonly logicalOperator: 'AND' | 'OR';
  readonly comparisons: readonly {
    readonly column: string;
    readonly comparisonOperator: string;
    readonly value: string;
  }[];
}

/**
 * Runs an action of a vendor with its options filled in. Functions that a model may call have their code as a `script`,
 * which is a `runScript` effect. Result: a record with the names that the block of the vendor uses (`Message content`,
 * `URL` …), and the `assignments` that such scripts made.
 */
export interface ForgeEffect {
  readonly kind: 'forge';
  readonly type: string;
  readonly action: string;
  readonly options: Readonly<Record<string, unknown>>;
  readonly credentialsId?: string;
  /**
   * The id of the bubble that follows and shows the generated text, if there is one: watchers may be sent the text
   * while it is generated.
   */
  readonly saidBy?: string;
}

/**
 * Prepares a payment with the provider; each request makes a new one. Result: `{ intentId, paymentIntentSecret,
 * publicKey }`; the client pays with the last two.
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
  /** Who pays, as the provider shows it to the owner of the account. */
  readonly payer?: { readonly name?: string; readonly phoneNumber?: string };
  /** Whether to use the test keys, when there are any. */
  readonly isTest: boolean;
}

/**
 * Asks the provider whether a prepared payment was made. Result: `paid`, `other` (another amount or currency was
 * paid), `processing` (it may still succeed without the visitor) or `unpaid`. The effect handler returns `{ status,
 * amount, currency, reason }`; the chat compares that with the requested payment (`chat/verifyPayment.ts`).
 */
export interface VerifyPaymentEffect {
  readonly kind: 'verifyPayment';
  readonly provider: 'Stripe';
  readonly credentialsId: string;
  readonly intentId: string;
  /** The same as in `createPayment`. */
  readonly isTest: boolean;
}

/** A variable bound in user code: a valid identifier and a value of a guessed type; without `value` it is undefined. */
export interface ScriptArg {
  readonly id: string;
  readonly value?: unknown;
}

/**
 * The result of a piece of user code: a JSON value (absent for undefined), or the reason of its failure. A function or
 * symbol is a failure.
 */
export type CodeResult =
  | { readonly ok: true; readonly value?: unknown }
  | {
      readonly ok: false;
      readonly error: string;
      /** The code was stopped or never run (time, memory, a full queue), rather than failing by itself. */
      readonly reason?: 'limit' | undefined;
    };

/**
 * The result of an effect. Failure is a result too: flows branch on it, and it is logged. Only scripts make
 * assignments, including scripts that a model called. A failure that is `final` ends the turn, which may request no
 * more effects.
 */
export type EffectResult = CodeResult & {
  readonly assignments?: readonly Assignment[];
  /** The first lines a script wrote to its console, if it may, cut to a readable length. */
  readonly printed?: readonly string[];
  readonly isFinal?: true;
  /** How often it was tried, where it was more than once. */
  readonly tries?: number;
  /** Why the value is incomplete, such as a text that ended early; it is logged. */
  readonly warning?: string | undefined;
};

/** One call of `setVariable` by a script; without a value it clears the variable. In the order of the calls. */
export interface Assignment {
  readonly name: string;
  readonly value?: unknown;
}

/** The result of the effect `loadBot`. */
export const loadedBotSchema = z.object({
  botId: z.string(),
  flowId: z.string(),
  resultId: z.string().optional(),
});
