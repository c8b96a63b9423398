import type { Passed, Session, Tell, Turn } from '../engine/index.js';
import type { CountsTold, TurnWrite } from '../storage/chats.js';
import type { ChatPorts } from './ports.js';

/** What of a finished turn is to be written, sorted by where it goes; `before` is the session the turn began with. */
export function toldOf(
  turn: Turn,
  before?: Session,
): Pick<TurnWrite, 'session' | 'events' | 'answers' | 'results' | 'counts' | 'isEnded'> {
  const { session, events, tells } = turn;
  return {
    session,
    events,
    answers: tells.filter((tell) => isKind(tell, 'recordAnswer')),
    results: tells.filter((tell) => isKind(tell, 'saveResult')),
    counts: countsOf(turn, before),
    isEnded: events.some((event) => event.kind === 'turnEnd' && event.isEnded),
  };
}

/** Says which bots have changed results or counts. */
export function announceResults(
  { announceResults: announce }: Pick<ChatPorts, 'announceResults'>,
  { results, counts }: Pick<TurnWrite, 'results' | 'counts'>,
): void {
  for (const botId of new Set([...results, ...counts].map((told) => told.botId))) announce(botId);
}

function isKind<K extends Tell['kind']>(tell: Tell, kind: K): tell is Extract<Tell, { kind: K }> {
  return tell.kind === kind;
}

/** Where a chat rests it counts as left, until it goes on: the turn takes it away from there and puts it here. */
function countsOf({ session, passed }: Turn, before: Session | undefined): CountsTold[] {
  const counts = new Map<string, { told: CountsTold; totals: Map<string, Counted> }>();
  const add = ({ botId, flowId, kind, id }: Counting, n: number): void => {
    const key = `${botId} ${flowId}`;
    const found = counts.get(key) ?? { told: { botId, flowId, parts: [] }, totals: new Map() };
    counts.set(key, found);
    const total = found.totals.get(`${kind} ${id}`) ?? { kind, id, n: 0 };
    total.n += n;
    found.totals.set(`${kind} ${id}`, total);
  };
  for (const one of passed) add(one, 1);
  for (const rest of restOf(before)) add(rest, -1);
  for (const rest of restOf(session)) add(rest, 1);
  return [...counts.values()]
    .map(({ told, totals }) => ({ ...told, parts: [...totals.values()].flatMap(partOf) }))
    .filter(({ parts }) => parts.length > 0);
}

type Counting = Omit<Passed, 'kind'> & { readonly kind: Passed['kind'] | 'left' };

interface Counted extends Pick<Counting, 'kind' | 'id'> {
  n: number;
}

function partOf({ kind, id, n }: Counted): CountsTold['parts'] {
  return n === 0 ? [] : [[kind, id, n]];
}

/** The block a live chat rests on; none when it has ended. */
function restOf(session: Session | undefined): Counting[] {
  const frame = session?.stack.at(-1);
  const isLive = session && !session.settings.isPreview && session.phase === 'running';
  if (!isLive || !frame || !session.at) return [];
  return [{ botId: frame.botId, flowId: frame.flowId, kind: 'left', id: session.at.blockId }];
}
