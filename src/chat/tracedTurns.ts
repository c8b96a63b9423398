import { isDeepStrictEqual } from 'node:util';
import {
  foldTrace,
  plainStart,
  upgradeSession,
  type FoldedSession,
  type Session,
  type TraceEntry,
} from '../engine/index.js';
import { outageIn } from '../errors/outage.js';
import { breathe } from '../eventLoop/steps.js';
import { storedEvents, type LoggedTrace } from '../storage/events.js';
import {
  findStoredTrace,
  readLastTraces,
  readTraces,
  type LoggedTurn,
  type StoredEntries,
  type StoredTrace,
} from '../storage/chatTraces.js';
import { loggedReplay } from '../storage/loggedReplay.js';
import { attended } from './desk.js';
import type { ChatPorts } from './ports.js';
import { simulateTurn } from './simulateTurn.js';
import { WHOLE_EVERY, withTimes } from './turnTrace.js';

/**
 * The traced turns of a chat after a turn, in order, at most a page; empty if there are no more. A turn that only its log tells is run again.
 * Where that does not give what the log has, as after a change of the engine, the turn is left out.
 */
export async function tracedTurns(
  ports: ChatPorts,
  sessionId: string,
  after: number,
): Promise<StoredEntries[]> {
  const stored = await readTraces(ports.watchPool, sessionId, after);
  const [first, last] = [stored[0], stored.at(-1)];
  if (!first || !last) return [];
  let point = stored.some(isLogged) ? await lastPoint(ports, sessionId, first.turn - 1) : undefined;
  const turns: StoredEntries[] = [];
  for (const trace of stored) {
    const told = await tell(ports, { sessionId, point, trace });
    if (told) turns.push({ turn: trace.turn, at: trace.at, entries: told.entries });
    point = told?.point;
  }
  if (turns.length > 0) return turns;
  // No turn can be run again before the next one whose trace is stored.
  const next = await findStoredTrace(ports.watchPool, sessionId, last.turn);
  return next === undefined ? [] : tracedTurns(ports, sessionId, next - 1);
}

/** The session of a chat after a turn, from its traces; undefined where they do not tell it. */
export async function sessionAfter(
  ports: ChatPorts,
  sessionId: string,
  turn: number,
): Promise<FoldedSession | undefined> {
  const point = await lastPoint(ports, sessionId, turn);
  return point?.turn === turn ? point.session : undefined;
}

/** The session of a chat after one of its turns. */
interface Point {
  readonly turn: number;
  readonly session: FoldedSession;
}

/** The session after the last traced turn up to a turn; undefined where its traces do not tell it. */
async function lastPoint(
  ports: ChatPorts,
  sessionId: string,
  turn: number,
): Promise<Point | undefined> {
  const last = { turn, atMost: WHOLE_EVERY + 1 };
  let point: Point | undefined;
  for await (const trace of readLastTraces(ports.watchPool, sessionId, last)) {
    point = (await tell(ports, { sessionId, point, trace }))?.point;
  }
  return point;
}

/** A traced turn, and the session after the traced turn before it, where that is known. */
interface Untold {
  readonly sessionId: string;
  readonly point: Point | undefined;
  readonly trace: StoredTrace;
}

/** What a turn did, and the session after it, where that is known. */
interface Told {
  readonly entries: readonly TraceEntry[];
  readonly point: Point | undefined;
}

/** What a turn did; undefined where it would have to run again and cannot. */
async function tell(
  ports: ChatPorts,
  { sessionId, point, trace }: Untold,
): Promise<Told | undefined> {
  const { turn } = trace;
  // Turns that were not traced may lie between.
  const before = point?.turn === turn - 1 ? point.session : undefined;
  if (isLogged(trace)) return runAgain(ports, { sessionId, before, trace });
  const session = foldTrace(before, trace.entries);
  return { entries: trace.entries, point: session && { turn, session } };
}

function isLogged(trace: StoredTrace): trace is LoggedTurn {
  return 'logged' in trace;
}

/** A turn that only its log tells, and the session before it, which the first turn does not need. */
interface Again {
  readonly sessionId: string;
  readonly before: FoldedSession | undefined;
  readonly trace: LoggedTurn;
}

async function runAgain(
  ports: ChatPorts,
  { sessionId, before, trace }: Again,
): Promise<Told | undefined> {
  await breathe();
  const { turn, events, logged } = trace;
  const simulation = {
    now: () => logged.at,
    seed: sessionId,
    loadFlow: (flowId: string) => ports.flows.load(flowId),
    handle: () => Promise.reject(new Error('The turn had no effect')),
  };
  try {
    const { start } = logged;
    const session = start ? await startOf(ports, trace, start) : before && upgradeSession(before);
    if (!session) return undefined;
    const input = loggedReplay(events, logged.at)?.input ?? { type: 'start' };
    const ran = await simulateTurn(ports, simulation, { session, turn, input });
    if (!isDeepStrictEqual(storedEvents(JSON.stringify(ran.events)), events)) return undefined;
    const done = attended(session, ran);
    // Its session says that it is traced.
    const entries = done.trace as readonly TraceEntry[];
    return { entries: withTimes(entries, logged), point: { turn, session: done.session } };
  } catch (error) {
    if (outageIn(error)) throw error;
    // A flow that is no longer stored, or an engine that goes another way.
    return undefined;
  }
}

/** The session with which a chat began, from what never changes of its session now. */
async function startOf(
  ports: ChatPorts,
  { state }: LoggedTurn,
  { flowId, locale }: NonNullable<LoggedTrace['start']>,
): Promise<Session> {
  const now = upgradeSession(state);
  const flow = await ports.flows.load(flowId);
  // Whether it is traced may have been changed since. Previews are, without saying so.
  const settings = { ...now.settings, isTraced: !now.settings.isPreview };
  return plainStart({ ...now, settings }, flow, locale);
}
