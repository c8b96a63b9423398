import type { z } from 'zod';
import type { EffectResult, Effect, ScriptArg } from '../../interpreter/effect.js';
import type { TurnRecord } from '../../interpreter/turnRecord.js';
import type { Compared } from '../../conditions/condition.js';
import type { Env } from '../../interpreter/env.js';
import type { LocatedBlock, Flow } from '../../flow/flow.js';
import type { ClientAction, InputRequest, Log, Message } from '../../reply/reply.js';
import type { Frame, SessionSettings } from '../../interpreter/session.js';
import type { Icon } from './icons.js';
import type { Draw, SampleAnswer } from './sampleAnswer.js';
import type { ValueType } from './valueType.js';
import type { BlockFault } from './blockFault.js';
import type { UserMessage } from '../../documents/userMessage.js';
import type { Value } from '../../values/value.js';

export type { UserMessage } from '../../documents/userMessage.js';

/** The members of every block, whatever its kind. */
export interface AnyBlock {
  readonly id: string;
  readonly type: string;
  readonly outgoingEdgeId?: string | undefined;
}

/** A block's read-only view of the chat. A block returns what is to happen and never does it. */
export interface BlockContext {
  readonly env: Env;
  readonly flow: Flow;
  readonly frame: Frame;
  readonly settings: SessionSettings;
  /** The current value of a variable, by id; null when it has none or does not exist. */
  value(variableId: string | undefined): Value;
  /** The value of the first variable of that name that has one; null when there is none. */
  valueNamed(name: string): Value;
  /** Fills `{{name}}` and `{{= code =}}` in a text. */
  text(template: string): string;
  /** The same, but with written and filled-in parts kept separate, for callers that treat values differently. */
  pieces(template: string): Piece[];
  /** Fills every text inside an object, except ids and direct members of lists. */
  deep<T>(document: T): T;
  /**
   * The value of code that is the body of a function. When it is not known yet this returns an empty text, an
   * `evaluate` effect is requested, and the block is called again; that is harmless, because a block has no side
   * effects. `bound` is what the code sees besides variables; all code of one call sees the same.
   */
  evaluate(body: string, bound?: readonly ScriptArg[]): EffectResult;
  /** User code ready to run: names become identifiers, and `return` is put in front when there is none. */
  script(code: string): Script;
  /** User code for the client, which puts `return` in front itself where it needs a value. */
  clientScript(code: string): ClientScript;
  /** The conversation so far, when the flow keeps it: see `keepsTranscript`. */
  readonly transcript: string;
  /** Takes steps from the budget of the turn, before a loop over values of any size: see `Budget`. */
  charge(steps: number): void;
}

/** Code that is the body of a function, and the variables bound in it. */
export type Script = Pick<Extract<Effect, { kind: 'runScript' }>, 'code' | 'args'>;

/** A script for the client: code in which each `{{name}}` became an identifier, and the values of those. */
export interface ClientScript {
  readonly content: string;
  readonly args: readonly ScriptArg[];
}

/** A part of a filled text: `filled` when it came from a variable or from inline code. */
export interface Piece {
  readonly text: string;
  readonly isFilled: boolean;
  /** The text is JSON: of a list, or of a value of inline code that is not a text. */
  readonly isJson?: true;
}

/** The updates that can accompany any next step. */
export interface BlockUpdates {
  readonly set?: readonly VariableWrite[];
  readonly message?: Message;
  readonly action?: ClientAction;
  readonly logs?: readonly Log[];
  readonly records?: readonly TurnRecord[];
  /**
   * The client has already shown the text that follows (a streamed text): a text bubble that comes next is not sent,
   * once.
   */
  readonly skipNextBubble?: true;
  /** The languages in which the chat goes on: see `languageOf`. */
  readonly locale?: string;
}

/** A variable to write, by id; a write to a variable the flow does not have is dropped. */
export interface VariableWrite {
  readonly variableId: string;
  readonly value: Value;
}

/** A target in a flow: a group, and the block in it to begin with (its first one when absent or unknown). */
export interface BlockTarget {
  readonly groupId: string;
  readonly blockId?: string | undefined;
}

/**
 * Where the walk goes after a block (docs/engine-rules.md, "Edges and groups"). `next`: the usual order. `edge`:
 * through that edge, leaving the group; an unknown or absent edge ends the path. `place`: to that target, with a mark
 * for a `Return` block. `return`: back to that mark, else the usual order. `bot`: through another flow, or this one
 * again, and then the usual order. `user`, `client`, `outside`: rest here until a message, a report or an effect result
 * arrives. `agent`: rest here until a person hands the chat back or nobody came; with an `input` whoever tries the bot
 * says which. `refuse`: the call fails, and the chat stays as it was before it.
 */
export type NextStep =
  | { readonly go: 'next' }
  | { readonly go: 'edge'; readonly edgeId: string | undefined }
  | { readonly go: 'place'; readonly place: BlockTarget }
  | { readonly go: 'return' }
  | { readonly go: 'bot'; readonly link: BotLink }
  | { readonly go: 'user'; readonly input: InputRequest; readonly memo?: unknown }
  | { readonly go: 'client' }
  | { readonly go: 'agent'; readonly input?: InputRequest }
  | { readonly go: 'outside'; readonly effect: Effect; readonly memo?: unknown }
  | { readonly go: 'refuse'; readonly refusal: Refusal };

/** The reason of a failed call: a stable code, and a description of what failed and why. */
export interface Refusal {
  readonly reason: 'PAYMENT_IMPOSSIBLE' | 'PAYMENT_UNVERIFIED';
  readonly what: string;
  readonly why: string;
}

/** A refusal, and the block that refuses. */
export interface PlacedRefusal extends Refusal {
  readonly place: LocatedBlock;
}

/** A bot to enter. */
export interface BotLink {
  /** Absent for the bot the walk is in. `resultId` is for a run of its own. */
  readonly bot?: {
    readonly botId: string;
    readonly flowId: string;
    readonly resultId?: string | undefined;
  };
  /** Whether both runs are one: same result, variables given back by name. */
  readonly isMerging: boolean;
  /** The group to begin in, by id or by title; absent: the start event. */
  readonly group?: { readonly id: string } | { readonly title: string } | undefined;
}

/** The result of a block: its updates, then its next step. */
export type BlockResult = BlockUpdates & NextStep;

/**
 * The argument of `parseReply`: a message, the memo the block stored when it rested, and the result of the effect with
 * which the message is checked, once there is one.
 */
export type ReplyInput = UserMessage & { readonly memo?: unknown; readonly checked?: EffectResult };

/**
 * A message as parsed by an input block. `unchecked`: it is parsed again with the result of the effect. `refused`: the
 * call fails, and the chat stays as it was before it.
 */
export type ParsedReply =
  | {
      readonly outcome: 'accepted';
      /** The answer as stored; shown to the client when it differs from the message. */
      readonly content: string;
      /** The edge this answer follows instead of the block's own. */
      readonly edgeId?: string | undefined;
      readonly set?: BlockUpdates['set'];
      /** The linked variable stays as it is, as for a recording. */
      readonly leavesVariable?: boolean;
      readonly attachedFileUrls?: readonly string[];
    }
  | { readonly outcome: 'skipped' }
  | {
      readonly outcome: 'rejected';
      readonly retry?: string | undefined;
      readonly logs?: readonly Log[];
    }
  | { readonly outcome: 'unchecked'; readonly effect: Effect }
  | { readonly outcome: 'refused'; readonly refusal: Refusal };

/** The argument of `resume`: an effect result or the report of the client, and the memo the block stored with its request. */
export type ResumeInput = Resumed & { readonly memo?: unknown };

/** The result that a block waited for. */
export type Resumed = (EffectResult & { readonly isReport?: undefined }) | ClientReport;

/** The report of a client that ran an action (`client`), or how the wait for a person ended (`agent`). */
export type ClientReport = Extract<EffectResult, { ok: true }> & {
  readonly isReport: true;
  /** The text of its message. */
  readonly value?: string | undefined;
  /** The result of the request that this server made for a streaming client, if it made one. */
  readonly streamed?: EffectResult | undefined;
};

/** A condition that a block tried: that of an item, with both sides of each comparison. */
export interface ConditionTried {
  readonly itemId: string;
  readonly holds: boolean;
  readonly comparisons: readonly Compared[];
}

/** Decides how the walk leaves a block: see `nextBlock`. */
export type Family = 'bubble' | 'input' | 'logic' | 'integration';

/** Files that an input takes. */
export interface UploadRule {
  /** Endings and media types, as `isAllowedFile` reads them; all of them where absent. */
  readonly types?: readonly string[] | undefined;
  /** The largest file, in MB; absent where the block says nothing. */
  readonly megabytes?: number | undefined;
  /** Who may read them: everybody, or only members of the workspace. `Auto`: everybody, unless they came through a messenger. */
  readonly visibility: UploadVisibility;
  /** The member of a message that names such files; several addresses in a text are separated by a comma and a space. */
  readonly sentAs: 'text' | 'attachedFileUrls' | 'audioUrl';
}

/** What the option `visibility` of inputs that take files may be. */
export type UploadVisibility = 'Auto' | 'Public' | 'Private';

/** One kind of block: its shape, its texts for the docs, and its behaviour. */
export type BlockKind<S extends z.ZodType<AnyBlock> = z.ZodType<AnyBlock>> = AnyKind<S> &
  (Input<S> | { readonly parseReply?: undefined; readonly answers?: undefined });

/** What only inputs have. */
interface Input<S extends z.ZodType<AnyBlock>> {
  /** Called with the message. */
  parseReply(message: ReplyInput, block: z.infer<S>, context: BlockContext): ParsedReply;
  /** Messages with which an exploration answers `asked`: the block as it was shown, with its texts filled in. */
  answers(asked: z.infer<S>, draw: Draw): readonly SampleAnswer[];
}

/** What every kind has. */
interface AnyKind<S extends z.ZodType<AnyBlock>> {
  readonly type: z.infer<S>['type'];
  readonly family: Family;
  /** Its name for people, as in the list of blocks of an editor. */
  readonly label: string;
  readonly icon: Icon;
  /** Further words by which people search for it. */
  readonly searchWords: readonly string[];
  /** Nothing new is made with it: it is kept for stored flows. */
  readonly isRetired?: true;
  /** What it does, in one sentence for people; shown in the generated docs, too. */
  readonly summary: string;
  /** For kinds that send something elsewhere: what leaves this machine, to whom; shown in the docs. */
  readonly leaves?: string;
  /**
   * For kinds that request effects: the effect of a second attempt at a turn, which follows when the server stops
   * after the request and before it stores the result; shown in the generated docs.
   */
  readonly repeats?: string;
  /** An example block without id and type; shown in the generated docs with the reply it produces. */
  readonly example: Readonly<Record<string, unknown>>;
  /** The members of a new block, where a blank one would not do; an editor gives each of its items an id. */
  readonly initial?: Readonly<Record<string, unknown>>;
  /** For kinds whose request `testHttpRequest` sends: the member that takes the path of a part of the response. */
  readonly responsePath?: string;
  /** Its actions count towards the budgets for AI. */
  readonly usesAi?: true;
  /** For inputs: what their answers are, where they are no texts. */
  readonly holds?: ValueType;
  readonly schema: S;
  /** For bubbles and inputs: the members that clients receive in another shape than they are stored in. */
  readonly shown?: Readonly<Record<string, z.ZodType>>;
  /**
   * For kinds that request effects: the services this block needs, by name; while an option is not chosen, those it may
   * need. The name is the kind of the effect, `proxy` for a proxy, or `<kind>: <action>` of a vendor.
   */
  services?(block: z.infer<S>): readonly string[];
  /** Called when the walk reaches the block. */
  enter(block: z.infer<S>, context: BlockContext): BlockResult;
  /**
   * For kinds with conditions: what they compare at this moment and how it comes out, for the trace of a chat. It has no
   * influence on the turn.
   */
  explain?(block: z.infer<S>, context: BlockContext): readonly ConditionTried[];
  /** What is wrong with a block, as far as the block alone tells; `noFaults` where it tells nothing. */
  faults(block: z.infer<S>): Iterable<BlockFault | undefined>;
  /** For kinds that do not leave only by edges: the targets that follow from the block alone; used for progress. */
  leadsTo?(block: z.infer<S>): readonly BlockTarget[];
  /** For inputs that take files: what may be uploaded while the chat waits there; of several rules the first that fits. */
  uploads?(block: z.infer<S>): readonly UploadRule[];
  /**
   * For kinds that rest on `client`, `agent` or `outside`: called with the report or effect result. Without it the walk
   * continues.
   */
  resume?(answer: ResumeInput, block: z.infer<S>, context: BlockContext): BlockResult;
}

/** Infers the type of the block from its schema in `enter`, `parseReply` and `resume`. */
export function defineBlock<S extends z.ZodType<AnyBlock>>(kind: BlockKind<S>): BlockKind<S> {
  return kind;
}
