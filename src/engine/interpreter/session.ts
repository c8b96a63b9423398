import { z } from 'zod';
import type { EffectResult, Effect, TurnRecord } from './effect.js';
import type { TraceEntry } from './trace.js';
import type { TurnEvent } from '../reply/reply.js';
import type { UserMessage } from '../documents/userMessage.js';
import type { Value } from '../values/value.js';

/** The shape written today; older ones are read by `upgradeSession`. */
export const STATE_VERSION = 2;

/**
 * Everything a chat remembers between two turns, as plain JSON.
 * It names flows by id and never holds a graph, so its size does not grow with the flow.
 */
export interface Session {
  readonly stateVersion: typeof STATE_VERSION;
  /** `registered`: not started, the next message starts the flow. `ended`: the flow has nothing left to say. */
  readonly phase: 'registered' | 'running' | 'ended';
  /** The bots being run, outermost first; the last one is where the walk is. Never empty. */
  readonly stack: readonly Frame[];
  /** The block the walk rests on, in the last frame. Kept after the end, so that a preview can answer again. */
  readonly at?: Rest;
  readonly settings: SessionSettings;
  /** Inputs answered so far in this chat, for progress. */
  readonly answered: number;
  /** The highest progress shown so far; progress never falls. */
  readonly progress?: number;
  /** What was said so far, in words; only when a flow of the chat may ask for it: see `keepsTranscript`. */
  readonly transcript?: string;
  /** The next block, if it is a text bubble, stays unsaid: the client has shown its text already. */
  readonly skipNextBubble?: true;
  /** A person answers in the bot's place: what comes meanwhile is not for the engine, which never sees such a session. */
  readonly isPaused?: true;
  /** A person has ended the chat: it stays ended, also a preview, which may otherwise be answered again. */
  readonly isClosed?: true;
  /** The turn under way; only while an ask is open. */
  readonly open?: OpenTurn;
}

/** What start decided once for the whole chat. */
export interface SessionSettings {
  readonly isPreview: boolean;
  readonly isStreamEnabled: boolean;
  /** The zone of whom we talk with, by its IANA name; when absent, dates are read and written in UTC. */
  readonly timeZone?: string;
  /**
   * Set in a restricted preview, which computes and asks for no other effect: a stored draft previewed without a token
   * may still link to the other `bots` of the workspace, a flow that came with the request to `nothing`.
   */
  readonly reach?: 'bots' | 'nothing';
  /** The chat continues an earlier result, whose answers are no longer read back once the chat runs. */
  readonly replacesAnswers?: true;
}

/** One bot on the stack. */
export interface Frame {
  readonly flowId: string;
  readonly botId: string;
  /** Where answers go; absent in a preview. */
  readonly resultId?: string;
  /** Variables that were ever given a value, oldest write first. */
  readonly variables: readonly VariableState[];
  /** Answers by the name people know them by: variable name, else group title. */
  readonly answers: readonly NamedAnswer[];
  /** The bot below goes on with this one's answers and variables, under one result. */
  readonly isMerging?: true;
  /** Where to go on when the bots and commands called from this one have run out; the last one first. */
  readonly continuations: readonly Mark[];
  /** Where a `Return` block leads. */
  readonly returnMark?: Mark;
}

/**
 * A block of this frame's flow to come back to: to go on `after` it, to `enter` it again, or to let it `hear` a message
 * that was held back.
 */
export type Mark = Position &
  (
    | { readonly then: 'after' }
    | { readonly then: 'enter' }
    | { readonly then: 'hear'; readonly message: UserMessage }
  );

/** An answer under the name people know it by. */
export interface NamedAnswer {
  readonly key: string;
  readonly value: string;
}

/** A variable that was written; null when it was cleared since. */
export interface VariableState {
  readonly id: string;
  readonly name: string;
  readonly value: Value;
  readonly isSessionVariable?: boolean;
}

/** A block's place in the flow of the last frame: exact even when a flow holds one id twice. */
export interface Position {
  readonly groupId: string;
  readonly index: number;
}

/** Where the walk rests, and whom it waits for. */
export interface Rest extends Position {
  readonly blockId: string;
  readonly waitsFor: 'user' | 'client';
  /** Where it waits for the client: the last input of the same bot, to be asked again if the turn is stopped. */
  readonly asked?: Position;
}

/** Where a chat rested, with the bots it was in. */
export interface RestingPlace {
  readonly stack: readonly Frame[];
  readonly at: Rest;
}

/** A block that was entered, by its key in `loopDetection.ts`, and the stack as it was then. */
export type Entered = readonly [place: string, stack: readonly Frame[]];

/** A turn that stopped for an answer from outside; carried so that any process can go on with it. */
export interface OpenTurn {
  readonly events: readonly TurnEvent[];
  readonly records: readonly TurnRecord[];
  readonly trace: readonly TraceEntry[];
  readonly blocksEntered: number;
  /** The length of all messages so far, as JSON. */
  readonly charactersSaid: number;
  /** The length of all values so far that were filled in or written, as JSON. */
  readonly charactersMade: number;
  /** The steps of work it took so far: see `Budget`. */
  readonly workDone: number;
  /** The last blocks entered, in words, for saying what loops. */
  readonly trail: readonly string[];
  /** The blocks entered since the last ask that may be answered otherwise the next time. */
  readonly entered: readonly Entered[];
  /** Where the chat rested last. */
  readonly lastRest?: RestingPlace;
  /** The turn was stopped: it only asks its last input again. */
  readonly isStopped?: true;
  readonly lastBubbleBlockId?: string;
  readonly lastMessageNewFormat?: string;
  /** Sent with the start: answers the first input when no bubble came before it. */
  readonly firstMessage?: UserMessage;
  readonly effect: Effect;
  /** The call that asked: made again with what was learnt, or given the answer. */
  readonly blockCall: BlockCall;
}

/** One call of a block's `enter`, `parseReply` or `resume`, repeated until every expression it uses is known. */
export type BlockCall = Position & {
  readonly evaluated: readonly Evaluated[];
} & (
    | { readonly method: 'enter' }
    | {
        readonly method: 'parseReply';
        readonly message: UserMessage;
        /** The reply event has run for this message. */
        readonly isResubmitted?: true;
      }
    | { readonly method: 'resume'; readonly answer: EffectResult; readonly memo?: unknown }
  );

/** An inline expression and what it gave. */
export interface Evaluated {
  readonly code: string;
  readonly answer: EffectResult;
}

/** Reads a stored state, whatever version wrote it. An unknown version is an Error: a newer server wrote it. */
export function upgradeSession(state: unknown): Session {
  const { stateVersion } = versioned.parse(state);
  if (stateVersion === 1) return upgradeSession(fromFirst(state));
  if (stateVersion !== STATE_VERSION) {
    throw new Error(`Cannot read a chat state of version ${String(stateVersion)}`);
  }
  // The state is our own writing of this very version.
  return state as Session;
}

const versioned = z.looseObject({ stateVersion: z.unknown() });
const firstSchema = z.looseObject({ stack: z.array(z.looseObject({})) });

/** Version 1 knew no links between bots, so its list of edges to go on with was always empty. */
function fromFirst(state: unknown): unknown {
  const { stack, ...rest } = firstSchema.parse(state);
  const frames = stack.map(({ queuedEdgeIds, ...frame }) => ({ ...frame, continuations: [] }));
  return { ...rest, stack: frames, stateVersion: 2 };
}
