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

/** A turn of a chat. */
interface Place {
  readonly sessionId: string;
  readonly turn: number;
}

/**
 * The traced turns of a chat after a turn, in order, at most a page; empty if there are no more. A turn that only its log tells is run again.
 * Where that does not give what the log has, as after a change of the engine, the turn is left out.
 */
export async function tracedTurns(
  ports: ChatPorts,
  { sessionId, turn }: Place,
): Promise<StoredEntries[]> {
  const stored = await readTraces(ports.watchPool, sessionId, turn);
  const [first, last] = [stored[0], stored.at(-1)];
  if (!first || !last) return [];
  const before = { sessionId, turn: first.turn - 1 };
  let point = stored.some(isLogged) ? await lastPoint(ports, before) : undefined;
  const turns: StoredEntries[] = [];
  for (const trace of stored) {
    const told = await tell(ports, { sessionId, point, trace });
    if (told) turns.push({ turn: trace.turn, at: trace.at, entries: told.entries });
    point = told?.point;
  }
  if (turns.length > 0) return turns;
  const next = await findStoredTrace(ports.watchPool, sessionId, last.turn);
  return next === undefined ? [] : tracedTurns(ports, { sessionId, turn: next - 1 });
}

/** The session of a chat after a turn, from its trace; undefined where that does not tell it. */
export async function sessionAfter(
  ports: ChatPorts,
  place: Place,
): Promise<FoldedSession | undefined> {
  const point = await lastPoint(ports, place);
  return point?.turn === place.turn ? point.session : undefined;
}

/** The session of a chat after one of its turns. */
interface Point {
  readonly turn: number;
  readonly session: FoldedSession;
}

/** The last session that the traces up to a turn tell. */
async function lastPoint(ports: ChatPorts, { sessionId, turn }: Place): Promise<Point | undefined> {
  const last = { turn, atMost: WHOLE_EVERY + 1 };
  let point: Point | undefined;
  for await (const trace of readLastTraces(ports.watchPool, sessionId, last)) {
    point = (await tell(ports, { sessionId, point, trace }))?.point;
  }
  return point;
}

/** A traced turn, and the session before it or before an earlier one, as far as it is known. */
interface Untold {
  readonly sessionId: string;
  readonly point: Point | undefined;
  readonly trace: StoredTrace;
}

/** What a turn did, and the session after it. */
interface Told {
  readonly entries: readonly TraceEntry[];
  readonly point: Point | undefined;
}

/** Tells a turn; undefined where only its log tells it, and that does not suffice. */
async function tell(
  ports: ChatPorts,
  { sessionId, point, trace }: Untold,
): Promise<Told | undefined> {
  const { turn } = trace;
  // Where a turn is missing, only a whole session tells how the chat was.
  const before = point?.turn === turn - 1 ? point.session : undefined;
  if (isLogged(trace)) return runAgain(ports, { sessionId, before, trace });
  const session = foldTrace(before, trace.entries);
  return { entries: trace.entries, point: session && { turn, session } };
}

function isLogged(trace: StoredTrace): trace is LoggedTurn {
  return 'logged' in trace;
}

interface Again {
  readonly sessionId: string;
  /** Needed unless it is the first turn. */
  readonly before: FoldedSession | undefined;
  readonly trace: LoggedTurn;
}

/** Runs a turn again as it ran, of which the log tells everything. */
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
    const { session: after, trace: entries } = attended(session, ran);
    if (!isDeepStrictEqual(storedEvents(JSON.stringify(ran.events)), events)) return undefined;
    // A chat that is traced now as it was then.
    return {
      entries: withTimes(entries as readonly TraceEntry[], logged),
      point: { turn, session: after },
    };
  } catch (error) {
    if (outageIn(error)) throw error;
    // A flow that is no longer stored, or an engine that goes another way.
    return undefined;
  }
}

/** The session with which a chat began. Whether it is traced may have been changed since. */
async function startOf(
  ports: ChatPorts,
  { state }: LoggedTurn,
  { flowId, locale }: NonNullable<LoggedTrace['start']>,
): Promise<Session> {
  const now = upgradeSession(state);
  const flow = await ports.flows.load(flowId);
  const settings = { ...now.settings, isTraced: !now.settings.isPreview };
  return plainStart({ ...now, settings }, flow, locale);
}
