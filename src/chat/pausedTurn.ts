import type { Breakpoint, EffectResult, Session, TraceEntry } from '../engine/index.js';
import { Failure } from '../errors/errors.js';
import type { ChatPause } from '../schema/chatPause.js';
import type { TraceCall } from '../schema/traceEnums.js';
import type { TurnInput } from './openTurn.js';

/** The place of a block that is called. */
export interface CallPlace {
  readonly groupId?: string;
  readonly blockId?: string;
}

/** What is needed to go on with a paused turn, besides its session. */
export interface PausedState {
  /** Which pause of the turn it is, from 1. */
  readonly number: number;
  /** The block before which it pauses; its id is absent where the flow has no such block any more. */
  readonly place: CallPlace;
  /** The breakpoints that were reached; empty where the turn only came as far as it was to go. */
  readonly hit: readonly Breakpoint[];
  /** When it ends, in milliseconds since 1970: then the turn is stopped by whoever comes next. */
  readonly until: number;
  /** The session before the turn, to which the chat returns if the turn is refused. */
  readonly before: Session;
  readonly input: TurnInput['input'];
  /** The step that was interrupted: its number, its time, and how many random numbers it has drawn. */
  readonly step: { readonly number: number; readonly now: number; readonly drawn: number };
  readonly emails: number;
  /** Milliseconds that the turn ran, and those that the engine took. */
  readonly took: number;
  readonly engineTook: number;
  readonly mayHaveStreamed: boolean;
  /** What happened in the turn so far. */
  readonly trace: readonly TraceEntry[];
  /** Characters of the changes to variables that people made in it; absent where they made none. */
  readonly edited?: number | undefined;
}

/** The session of a chat whose turn is paused. */
export type PausedSession = Session & {
  readonly settings: Required<Pick<Session['settings'], 'breakpoints'>>;
  readonly open: NonNullable<Session['open']>;
  readonly paused: PausedState;
};

/** How long a pause lasts, in milliseconds. */
export const PAUSE_LASTS = 1_800_000;

/** The session if its turn is paused; a turn that was refused is open, too. */
export function pausedIn(session: Session): PausedSession | undefined {
  return 'paused' in session ? (session as PausedSession) : undefined; // Made by `pausedRun.ts`.
}

/** What a block is called for, as callers see it. */
export const CALLS = {
  enter: 'ENTER',
  parseReply: 'REPLY',
  resume: 'RESULT',
} as const satisfies Record<string, TraceCall>;

/** The pause of a session as callers see it. */
export function pauseOf(session: Session): ChatPause | undefined {
  const paused = pausedIn(session);
  if (!paused) return undefined;
  const { number, place, hit } = paused.paused;
  return { number, ...place, call: CALLS[paused.open.blockCall.method], hit };
}

/** The session with other breakpoints. */
export function withBreakpoints<S extends Session>(
  session: S,
  breakpoints: readonly Breakpoint[],
): S {
  return { ...session, settings: { ...session.settings, breakpoints } };
}

/** The session before its paused turn, or as it is. */
export function withoutPause(session: Session): Session {
  return pausedIn(session)?.paused.before ?? session;
}

/** Whether nobody went on with a turn for too long. */
export function isForgotten({ paused }: PausedSession, now: number): boolean {
  return now >= paused.until;
}

/** A paused session with which nobody went on for too long. Fails with `TURN_PAUSED` before. */
export function forgottenIn(session: Session, now: number): PausedSession {
  const paused = session as PausedSession; // Called for open sessions.
  if (!isForgotten(paused, now)) assertNotPaused(session);
  return paused;
}

/** Refuses to change a chat while its turn is paused: `TURN_PAUSED`. */
export function assertNotPaused(session: Session): void {
  if (session.open) {
    throw new Failure(
      'TURN_PAUSED',
      'The turn of this chat is paused; go on with stepChat, or send a message once the pause is over',
    );
  }
}

/** In place of going on with a turn that nobody went on with. */
export const FORGOTTEN: EffectResult = {
  ok: false,
  isFinal: true,
  error: `it was paused for more than ${PAUSE_LASTS / 60_000} minutes`,
};
