import { z } from 'zod';
import type { Breakpoint } from './breakpoint.js';
import type { EffectResult, Effect } from './effect.js';
import type { TurnRecord } from './turnRecord.js';
import type { Position } from '../flow/position.js';
import type { TurnEvent } from '../reply/reply.js';
import type { ReplyInput, Resumed } from '../blocks/kind/block.js';
import type { UserMessage } from '../documents/userMessage.js';
import type { Value } from '../values/value.js';

/** The version of the state written today; older ones are read by `upgradeSession`. */
export const STATE_VERSION = 2;

/**
 * Everything a chat remembers between two turns, as plain JSON. It names flows by id and never holds a graph, so its
 * size does not grow with the flow (docs/data-model.md, "Sessions").
 */
export interface Session extends ChatState {
  readonly stateVersion: typeof STATE_VERSION;
  /**
   * A person has taken over from the bot. Messages then do not go to the engine, so it never receives such a session.
   */
  readonly isPaused?: true;
  /** A person took part in the chat at some time: its turns also write its row in the inbox. */
  readonly isAttended?: true;
  /** A person has ended the chat: it stays ended, even a preview, which could otherwise be answered again. */
  readonly isClosed?: true;
  /** The unfinished turn; only while an effect is pending. */
  readonly open?: OpenTurn;
}

/** The members of a session that turns read and write. */
export interface ChatState {
  /** `registered`: not started, the next message starts the flow. `ended`: the flow has nothing left to send. */
  readonly phase: 'registered' | 'running' | 'ended';
  /** The bots that are open, outermost first; the walk is in the last one. Never empty. */
  readonly stack: readonly Frame[];
  /** The block the walk rests on, in the last frame. Kept after the end, so that a preview can be answered again. */
  readonly at?: Rest;
  readonly settings: SessionSettings;
  /** Inputs answered so far in this chat, for progress. */
  readonly answered: number;
  /** The highest progress shown so far; progress never falls. */
  readonly progress?: number;
  /** The conversation so far as text; only when a flow of the chat may read it: see `keepsTranscript`. */
  readonly transcript?: string;
  /** The next block, if it is a text bubble, is not sent: the client has shown its text already. */
  readonly skipNextBubble?: true;
  /** The languages that the visitor wants: see `languageOf`. Absent: each bot speaks the language that it is written in. */
  readonly locale?: string;
}

/** The visitor of a messenger chat, as far as the messenger identifies them. */
export interface MessengerContact {
  readonly name?: string | undefined;
  readonly phoneNumber?: string | undefined;
  /** The click on an advertisement that led here, and the advertisement. */
  readonly referralClickId?: string | undefined;
  readonly referralSourceId?: string | undefined;
}

/** Settings fixed at the start of the chat. */
export interface SessionSettings {
  readonly isPreview: boolean;
  readonly isStreamEnabled: boolean;
  /** The time zone of the visitor, by its IANA name; when absent, dates are read and written in UTC. */
  readonly timeZone?: string;
  /**
   * Set in a restricted preview, which computes and may run no other effect. A stored draft previewed without a token
   * may still link to the other `bots` of the workspace; a flow that came with the request may load `nothing`. An
   * `example` of the front page runs a flow of the server itself, which may use the accounts that the operator set for examples.
   */
  readonly reach?: 'bots' | 'nothing' | 'example';
  /** The visitor of a messenger chat, whose client runs nothing; absent on the web. */
  readonly messenger?: MessengerContact;
  /** Whether turns of the chat are traced; as for any chat of its kind when absent. */
  readonly isTraced?: boolean;
  /** Whether what running its turns again needs is kept. */
  readonly isReplayable?: true;
  /** Where turns of a preview pause; absent where it is not debugged. */
  readonly breakpoints?: readonly Breakpoint[];
  /** The chat and the turn after which this preview goes on in another way. */
  readonly branchedFrom?: BranchPoint;
  /** The chat continues an earlier result, whose answers are no longer read once the chat runs. */
  readonly replacesAnswers?: true;
}

/** A chat after a turn. */
export interface BranchPoint {
  readonly sessionId: string;
  readonly turn: number;
}

/** One bot on the stack. */
export interface Frame {
  readonly flowId: string;
  readonly botId: string;
  /** The result that answers are stored in; absent in a preview. */
  readonly resultId?: string;
  /** Variables that were ever written, oldest write first. */
  readonly variables: readonly VariableState[];
  /** Answers by the name they are shown under: name of the variable, else title of the group. */
  readonly answers: readonly NamedAnswer[];
  /** The bot below takes over this one's answers and variables, under one result. */
  readonly isMerging?: true;
  /** Where to continue after the bots and commands called from this one have ended; the last one first. */
  readonly continuations: readonly Mark[];
  /** The target of a `Return` block. */
  readonly returnMark?: Mark;
}

/**
 * A block of this frame's flow to come back to: to continue `after` it, to `enter` it again, or to let it parse a
 * message that was held back.
 */
export type Mark = Position &
  (
    | { readonly then: 'after' }
    | { readonly then: 'enter' }
    | { readonly then: 'hear'; readonly message: ReplyInput }
  );

/** An answer under the name it is shown under. */
export interface NamedAnswer {
  readonly key: string;
  readonly value: string;
}

/** A variable that was written; null after it was cleared. */
export interface VariableState {
  readonly id: string;
  readonly name: string;
  readonly value: Value;
  readonly isSessionVariable?: boolean;
}

/** Where the walk rests, and what it waits for. */
export interface Rest extends Position {
  readonly blockId: string;
  readonly waitsFor: 'user' | 'client' | 'agent';
  /** When it waits for the client or a person: the last input of the same bot, to be asked again if the turn is stopped. */
  readonly asked?: Position;
  /** Given by the block, which needs it to parse the reply. */
  readonly memo?: unknown;
}

/** A rest of the chat, with the bots that were open. */
export interface RestingPlace {
  readonly stack: readonly Frame[];
  readonly at: Rest;
}

/** A block that was entered, by its key in `walk.ts`, and the stack as it was then. */
export type Entered = readonly [place: string, stack: readonly Frame[]];

/** A turn that stopped for the result of an effect; it is stored so that any process can continue it. */
export interface OpenTurn extends TurnSoFar {
  /** The steps taken so far: see `Budget`. */
  readonly workDone: number;
  /** The blocks entered since the last effect whose result may differ the next time. */
  readonly entered: readonly Entered[];
  readonly effect: Effect;
  /** The call that requested the effect: repeated with the values of its expressions, or resumed with the result. */
  readonly blockCall: BlockCall;
}

/** The members of an unfinished turn that its next step takes over unchanged. */
export interface TurnSoFar {
  readonly events: readonly TurnEvent[];
  readonly records: readonly TurnRecord[];
  readonly passed: readonly PassedPart[];
  readonly blocksEntered: number;
  /** The length of all messages so far, as JSON. */
  readonly charactersSaid: number;
  /** The length of all values so far that were filled in or written, as JSON. */
  readonly charactersMade: number;
  /** The last blocks entered, as text, to describe a loop. */
  readonly trail: readonly string[];
  /** The last rest of the chat. */
  readonly lastRest?: RestingPlace | undefined;
  /** The turn was stopped: it only asks its last input again. */
  readonly isStopped?: true | undefined;
  readonly lastBubbleBlockId?: string | undefined;
  readonly lastMessageNewFormat?: string | undefined;
  /** Sent with the start: answers the first input when no bubble came before it. */
  readonly firstMessage?: UserMessage | undefined;
}

/** A block or edge of a flow that a chat passed, counted so that authors see which way visitors take. */
export interface PassedPart {
  readonly botId: string;
  readonly flowId: string;
  /** A block that was entered, an input whose answer was accepted, or an edge that was followed. */
  readonly kind: 'reached' | 'answered' | 'edge';
  /** The id of the block or the edge. */
  readonly id: string;
}

/** One call of a block's `enter`, `parseReply` or `resume`, repeated until every expression it uses is known. */
export type BlockCall = Position & { readonly evaluated: readonly Evaluated[] } & (
    | { readonly method: 'enter' }
    | {
        readonly method: 'parseReply';
        readonly message: ReplyInput;
        /** The reply event has run for this message. */
        readonly isResubmitted?: true;
      }
    | { readonly method: 'resume'; readonly answer: Resumed; readonly memo?: unknown }
  );

/** An inline expression and its result. */
export interface Evaluated {
  readonly code: string;
  readonly answer: EffectResult;
}

/** Whether the turns of a chat are traced: those of previews by people who may read the bot, of debugged ones, and of chats for which it was set. */
export function isTraced({ settings }: Session): boolean {
  if (settings.breakpoints) return true;
  return settings.isTraced ?? (settings.isPreview && settings.reach === undefined);
}

/** Reads a stored state of any known version. Throws an Error for an unknown version, which a newer server wrote. */
export function upgradeSession(state: unknown): Session {
  const { stateVersion } = state as { readonly stateVersion?: unknown }; // A server wrote it, perhaps an older or newer one.
  if (stateVersion === 1) return upgradeSession(fromFirst(state));
  if (stateVersion !== STATE_VERSION) {
    throw new Error(`Cannot read a chat state of version ${String(stateVersion)}`);
  }
  // This server wrote the state, in this version.
  return state as Session;
}

const firstSchema = z.looseObject({ stack: z.array(z.looseObject({})) });

/** Version 1 had no links between bots, so its list of continuations was always empty. */
function fromFirst(state: unknown): unknown {
  const { stack, ...rest } = firstSchema.parse(state);
  const frames = stack.map(({ queuedEdgeIds, ...frame }) => ({ ...frame, continuations: [] }));
  return { ...rest, stack: frames, stateVersion: 2 };
}
