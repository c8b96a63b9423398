import type { Flow, GoOn, Session, StepInput, UserMessage } from '../engine/index.js';
import type { ReplayStart } from '../schema/chatReplay.js';
import type { ChatRow } from '../storage/hot/chats.js';
import type { MoveTarget } from '../storage/hot/movingBots.js';
import type { ChatStart } from '../storage/hot/turnWrite.js';
import type { EffectJournal } from './effectJournal.js';
import type { handleEffect } from './handleEffect.js';
import type { Idempotency, ScopedIdempotency } from './idempotency.js';

/** The webhook block at which a chat has to wait. */
export interface AwaitedAt {
  /** The bot of the chat, or one that is open in it. */
  readonly botId: string;
  readonly blockId: string;
}

/** A request to continue a chat. */
export interface ContinueRequest {
  readonly sessionId: string;
  readonly message?: UserMessage | undefined;
  /** The number of turns that the caller has seen: with another number nothing is done. */
  readonly expectedTurn?: number | undefined;
  /** Set for a call of a webhook: the chat continues only if it waits there. */
  readonly awaitedAt?: AwaitedAt | undefined;
  /** The idempotency key of the call: a second call with it gets the reply of the first. */
  readonly once?: Idempotency | undefined;
  readonly origin?: string | undefined;
  /** The address of the client, for which turns of restricted previews are counted (`previewGate.ts`). */
  readonly clientAddress: string;
}

/** The position of a turn in its chat. */
export interface TurnPlace {
  readonly sessionId: string;
  /** 1 for the start; 0 for a chat that is only registered. */
  readonly turn: number;
  /** The number of its first event. */
  readonly firstSeq: number;
}

/** The input of a turn. */
export interface TurnInput extends TurnPlace {
  readonly session: Session;
  readonly input: Exclude<StepInput, { type: 'answer' }>;
  readonly journal: EffectJournal;
  /** Handles effects in place of the server, as a simulation does. */
  readonly handle?: typeof handleEffect | undefined;
  /** The number of the step whose random numbers a step draws, asked when it draws the first; its own when absent. */
  readonly drawsAs?: ((step: number) => number) | undefined;
  /** How the chat begins, where its turns are to be run again. */
  readonly replayStart?: ReplayStart | undefined;
  /** The version to which the turn moves its chat first, if it can. */
  readonly moveTo?: MoveTarget | undefined;
  /** How a paused turn goes on; it is stopped without. */
  readonly goOn?: GoOn | undefined;
  /** The address of the client; absent where a restricted preview has passed the gate already. */
  readonly clientAddress?: string | undefined;
}

/** The first turn of a chat, or its registration. */
export interface FirstTurn {
  readonly start: ChatStart;
  /** Whether the log alone may tell how the chat begins; otherwise that is kept in a row, where it is kept. */
  readonly isStartLogged?: boolean;
  /** The bot as the reply shows it. */
  readonly bot: { readonly id: string; readonly flow: Flow; readonly publishedAt?: Date };
  readonly chat?: undefined;
}

/** A later turn of a chat, and the chat as it was loaded. */
export interface NextTurn {
  readonly chat: ChatRow;
  readonly start?: undefined;
  readonly bot?: undefined;
}

/** What is needed to store a turn, besides its outcome. */
export type TurnTarget = (FirstTurn | NextTurn) & {
  /** The key under which its reply is kept. */
  readonly once?: ScopedIdempotency | undefined;
};

/** A turn that was loaded: all that is needed to run, commit and present it. */
export type OpenTurn = TurnInput & TurnTarget;
