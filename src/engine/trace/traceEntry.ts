import type { ConditionTried } from '../blocks/kind/block.js';
import type { Effect } from '../interpreter/effect.js';
import type { BlockCall, Session } from '../interpreter/session.js';
import type { StateChange } from './stateChange.js';

/**
 * One thing that happened in a turn, as plain JSON. The changes of all entries of a chat, applied in order, give its
 * session (`foldTrace`).
 */
export type TraceEntry = { readonly at: number; readonly changes?: readonly StateChange[] } & (
  StateKept | { readonly kind: 'began' | 'edited' } | BlockVisited | EffectHandled | TurnEnded
);

/** The whole session, from which the entries after it can be folded without those before it. */
export interface StateKept {
  readonly kind: 'state';
  readonly state: Omit<Session, 'open'>;
}

/** A visit of a block, from its call to what follows. */
export interface BlockVisited {
  readonly kind: 'block';
  /** The bot and flow, where it is not the chat's own. */
  readonly bot?: { readonly botId: string; readonly flowId: string };
  readonly groupId: string;
  /** Absent where the flow has no such block any more. */
  readonly blockId?: string;
  readonly call: BlockCall['method'];
  readonly conditions?: readonly ConditionTried[];
  readonly edges?: readonly EdgeTaken[];
  readonly way: Way;
  /** The block that is visited next. */
  readonly to?: { readonly groupId: string; readonly blockId?: string };
  /** What the visit wrote to the log of the chat. */
  readonly logs?: readonly string[];
}

/** An edge, and the event, block or item that it leaves. */
export interface EdgeTaken {
  readonly id: string;
  readonly eventId?: string;
  readonly blockId?: string;
  readonly itemId?: string;
}

/** Why the walk went on to another block, or why it did not. */
export type Way = (typeof WAYS)[number];

/** The reasons: to go on, and then to rest. Stored traces have their numbers, so new ones come last. */
export const WAYS = [
  'edge',
  'nextInGroup',
  'jump',
  'botLink',
  'returned',
  'continued',
  'again',
  'stopped',
  'waits',
  'effect',
  'ended',
  'refused',
] as const;

/** An effect that was handled between two visits of the block that requested it. */
export interface EffectHandled {
  readonly kind: 'effect';
  readonly groupId?: string;
  readonly blockId?: string;
  readonly effect: Effect['kind'];
  /** What was requested and what came back, as JSON without secrets; cut to a readable length. */
  readonly request: string;
  readonly result: string;
  readonly isOk: boolean;
  readonly error?: string;
  /** Milliseconds. */
  readonly duration: number;
  /** How often it was tried; absent where that is not counted. */
  readonly tries?: number;
  /** An earlier attempt at the turn got the result. */
  readonly isKept?: true;
  /** The lines that a script printed. */
  readonly printed?: readonly string[];
  /** What an AI action took; absent for other effects, and where it is not counted. */
  readonly use?: AiActionUse;
}

/** What an AI action took. */
export interface AiActionUse {
  readonly tokens: number;
  readonly promptTokens: number;
  readonly completionTokens: number;
  /** Those of the tokens that are estimated from texts. */
  readonly estimatedTokens: number;
  /** In US dollars. */
  readonly cost: number;
}

/** The end of a turn, with what it took of its limits. */
export interface TurnEnded {
  readonly kind: 'ended';
  readonly blocks: number;
  readonly characters: number;
  readonly work: number;
  /** Milliseconds that the engine took, and the whole turn; absent where nobody measured. */
  readonly engineTook?: number;
  readonly turnTook?: number;
}
