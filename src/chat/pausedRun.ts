import type { Breakpoint, PauseEffect, Session, StepInput } from '../engine/index.js';
import type { TurnInput } from './openTurn.js';
import {
  FORGOTTEN,
  PAUSE_LASTS,
  pausedIn,
  type PausedSession,
  type PausedState,
} from './pausedTurn.js';
import type { ChatPorts } from './ports.js';
import type { RunTurn } from './run.js';
import { placeOf, type OpenTrace } from './turnTrace.js';

/** A turn that requested a pause, and what it took so far. */
interface Pausing extends Pick<PausedState, 'emails' | 'took' | 'mayHaveStreamed'> {
  readonly session: Session;
  readonly effect: PauseEffect;
  /** The step that was interrupted. */
  readonly step: Omit<PausedState['step'], 'drawn'>;
  readonly trace: OpenTrace | undefined;
}

/** What a run begins with: a turn, or what is left of one. */
export interface Beginning {
  /** When the turn began, in milliseconds since 1970, had it run without a pause. */
  readonly at: number;
  /** The open bots, and those of the last rest, whose flows may be needed. */
  readonly stack: Session['stack'];
  readonly step: Pausing['step'];
  readonly emails: number;
  readonly input: StepInput;
}

/** Whether a paused turn may have streamed a reply. */
export function hasStreamed(session: Session): boolean {
  return (session as PausedSession).paused.mayHaveStreamed; // Only paused turns are stored open.
}

/** What is left of a paused turn: it goes on with the block before which it pauses, or it is stopped. */
export function restOfTurn(ports: Pick<ChatPorts, 'now'>, open: TurnInput): Beginning {
  const { open: turn, paused, stack } = open.session as PausedSession; // Likewise.
  const { step, emails, took } = paused;
  return {
    ...{ at: ports.now() - took, step, emails },
    stack: [...stack, ...(turn.lastRest?.stack ?? [])],
    input: { type: 'answer', answer: open.goOn ? { ok: true } : FORGOTTEN },
  };
}

/** A turn that pauses: its session is to be stored as it is, its events so far are only shown. Breakpoints for once are removed. */
export async function pausedRun(
  ports: ChatPorts,
  { session: from, input }: TurnInput,
  { session, effect, trace, step, ...spent }: Pausing,
): Promise<RunTurn> {
  const { settings, open } = session as PausedSession; // Only an open turn of a debugged chat pauses.
  const { drawn, ...soFar } = (trace as OpenTrace).soFar(); // Only a traced turn pauses.
  const { hit } = effect;
  const earlier = pausedIn(from)?.paused;
  const now = ports.now();
  const paused: PausedState = {
    number: (earlier?.number ?? 0) + 1,
    place: await placeOf(ports, session),
    hit,
    until: now + PAUSE_LASTS,
    before: earlier?.before ?? from,
    input,
    step: { ...step, drawn },
    edited: earlier?.edited,
    ...spent,
    ...soFar,
  };
  const { breakpoints } = settings;
  const parked: PausedSession = {
    ...session,
    open,
    settings: { ...settings, breakpoints: breakpoints.filter((one) => !isSpent(one, hit)) },
    paused,
  };
  const { mayHaveStreamed } = spent;
  const at = now - spent.took;
  return { session: parked, events: open.events, records: [], passed: [], at, mayHaveStreamed };
}

function isSpent(breakpoint: Breakpoint, hit: readonly Breakpoint[]): boolean {
  return breakpoint.isOnce === true && hit.includes(breakpoint);
}
