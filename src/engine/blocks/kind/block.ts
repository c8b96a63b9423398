import type { z } from 'zod';
import type { EffectResult, Effect, ScriptArg, TurnRecord } from '../../interpreter/effect.js';
import type { Env } from '../../interpreter/env.js';
import type { LocatedBlock, Flow } from '../../flow/flow.js';
import type { ClientAction, InputRequest, Log, Message } from '../../reply/reply.js';
import type { Frame, SessionSettings } from '../../interpreter/session.js';
import type { UserMessage } from '../../documents/userMessage.js';
import type { Value } from '../../values/value.js';

export type { UserMessage } from '../../documents/userMessage.js';

/** The part every block has, whatever its kind. */
export interface AnyBlock {
  readonly id: string;
  readonly type: string;
  readonly outgoingEdgeId?: string | undefined;
}

/** What a block sees of the chat. Everything is read-only: a block says what it wants and never does it. */
export interface BlockContext {
  readonly env: Env;
  readonly flow: Flow;
  readonly frame: Frame;
  readonly settings: SessionSettings;
  /** The variable's value now, by id; null when it has none or does not exist. */
  value(variableId: string | undefined): Value;
  /** The value of the first variable of that name that has one; null when there is none. */
  valueNamed(name: string): Value;
  /** Fills `{{name}}` and `{{= code =}}` in a text. */
  text(template: string): string;
  /** The same, but keeps apart what was written and what was filled in, for those who treat values otherwise. */
  pieces(template: string): Piece[];
  /** Fills every text inside an object, leaving ids and direct array members alone. */
  deep<T>(document: T): T;
  /**
   * The outcome of code that is the body of a function. When it is not known yet this gives an empty text, the edge
   * is asked, and the block is called again: harmless, since a block only says what it wants. `bound` is what the code
   * sees besides variables; all code of one call sees the same.
   */
  evaluate(body: string, bound?: readonly ScriptArg[]): EffectResult;
  /** User code made ready to run: names become identifiers, `return` is put in front when there is none. */
  script(code: string): Script;
  /** User code made ready for the client, which puts `return` in front itself where it wants a value. */
  clientScript(code: string): ClientScript;
  /** What was said so far, when the flow keeps it: see `keepsTranscript`. */
  readonly transcript: string;
  /** Takes steps from the turn's work budget, before a loop over values of any size: see `Budget`. */
  charge(steps: number): void;
}

/** Code that is the body of a function, and what it needs bound. */
export type Script = Pick<Extract<Effect, { kind: 'runScript' }>, 'code' | 'args'>;

/** A script for the client: code in which each `{{name}}` became an identifier, and what those hold. */
export interface ClientScript {
  readonly content: string;
  readonly args: readonly ScriptArg[];
}

/** A part of a filled text: `filled` when it came from a variable or from inline code. */
export interface Piece {
  readonly text: string;
  readonly isFilled: boolean;
  /** The text is JSON: of a list, or of what inline code gave that is no text. */
  readonly isJson?: true;
}

/** What comes with any move. */
export interface BlockUpdates {
  readonly set?: readonly VariableWrite[];
  readonly message?: Message;
  readonly action?: ClientAction;
  readonly logs?: readonly Log[];
  readonly records?: readonly TurnRecord[];
  /** The client has shown what follows already (a streamed text): a text bubble that comes next stays unsaid, once. */
  readonly skipNextBubble?: true;
}

/** A variable to write, by id; a write to a variable the flow does not have is dropped. */
export interface VariableWrite {
  readonly variableId: string;
  readonly value: Value;
}

/** A spot in a flow: a group, and the block in it to begin with (its first one when absent or unknown). */
export interface BlockTarget {
  readonly groupId: string;
  readonly blockId?: string | undefined;
}

/**
 * Where the walk goes after a block.
 * `next`: the usual way on. `edge`: through that edge, leaving the group; an unknown or absent edge ends the path.
 * `place`: to that spot, leaving a mark for a `Return` block. `return`: back to that mark, else on. `bot`: through
 * another flow, or this one again, and then on. `user`, `client`, `outside`: rest here until that party answers.
 * `refuse`: the call fails, and the chat stays as it was before it.
 */
export type NextStep =
  | { readonly go: 'next' }
  | { readonly go: 'edge'; readonly edgeId: string | undefined }
  | { readonly go: 'place'; readonly place: BlockTarget }
  | { readonly go: 'return' }
  | { readonly go: 'bot'; readonly link: BotLink }
  | { readonly go: 'user'; readonly input: InputRequest }
  | { readonly go: 'client' }
  | { readonly go: 'outside'; readonly effect: Effect; readonly memo?: unknown }
  | { readonly go: 'refuse'; readonly refusal: Refusal };

/** Why a call fails for whoever made it: a stable reason, and for people what is not done and why. */
export interface Refusal {
  readonly reason: 'PAYMENT_IMPOSSIBLE';
  readonly what: string;
  readonly why: string;
}

/** A refusal, and the block that refuses. */
export interface PlacedRefusal extends Refusal {
  readonly place: LocatedBlock;
}

/** A bot to go through. */
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

/** What a block wants: its effects, then where to go. */
export type BlockResult = BlockUpdates & NextStep;

/** How an input block took a message. */
export type ParsedReply =
  | {
      readonly outcome: 'accepted';
      /** The answer as stored; shown to the client when it differs from what was sent. */
      readonly content: string;
      /** The exit this answer takes, before the block's own. */
      readonly edgeId?: string | undefined;
      readonly set?: BlockUpdates['set'];
      /** The linked variable stays as it is, as for a recording. */
      readonly leavesVariable?: boolean;
      readonly attachedFileUrls?: readonly string[];
    }
  | { readonly outcome: 'skipped' }
  | { readonly outcome: 'rejected'; readonly retry?: string | undefined };

/** What a resting block is told: the answer, and the memo it left with its ask. */
export type ResumeInput = EffectResult & { readonly memo?: unknown };

/** Decides how the walk leaves a block: see `nextBlock`. */
export type Family = 'bubble' | 'input' | 'logic' | 'integration';

/** Everything there is to know about one kind of block: its shape, its words, its behaviour. */
export interface BlockKind<S extends z.ZodType<AnyBlock> = z.ZodType<AnyBlock>> {
  readonly type: z.infer<S>['type'];
  readonly family: Family;
  /** One sentence for people; shown in the generated docs. */
  readonly summary: string;
  /** Such a block as somebody would make it, but for its id and type; shown in the generated docs with what it sends. */
  readonly example: Readonly<Record<string, unknown>>;
  readonly schema: S;
  /**
   * Kinds that ask the outside: what this block needs there, by name, and what it may need while that is not chosen. The name
   * is that of the ask's kind, `proxy` through a proxy, `tools` of a model that calls functions, else `<kind>: <action>` of a vendor.
   */
  services?(block: z.infer<S>): readonly string[];
  /** Called when the walk reaches the block. */
  enter(block: z.infer<S>, context: BlockContext): BlockResult;
  /** Kinds that leave otherwise than by edges: the places they lead to, as far as the block alone tells; for progress. */
  leadsTo?(block: z.infer<S>): readonly BlockTarget[];
  /** Input kinds: called with what the person sent. */
  parseReply?(message: UserMessage, block: z.infer<S>, context: BlockContext): ParsedReply;
  /** Kinds that rest on `client` or `outside`: called with the answer. Without it the walk just goes on. */
  resume?(answer: ResumeInput, block: z.infer<S>, context: BlockContext): BlockResult;
}

/** Lets TypeScript infer the block's type from its schema in `enter`, `parseReply` and `resume`. */
export function defineBlock<S extends z.ZodType<AnyBlock>>(kind: BlockKind<S>): BlockKind<S> {
  return kind;
}
