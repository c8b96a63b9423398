import type { TraceEntry, Session, TurnRecord, StepResult } from '../engine/index.js';
import type { CountsRecord, ResultRecord, TurnWrite } from '../storage/hot/chats.js';
import type { ChatPorts } from './ports.js';

/** What of a finished turn is to be written, sorted by where it goes; `before` is the session the turn began with. */
export function recordsOf(
  turn: StepResult,
  before?: Session,
): Omit<TurnWrite, 'sessionId' | 'turn' | 'firstSeq' | 'at'> {
  const { session, events, records } = turn;
  return {
    state: JSON.stringify(session),
    events,
    answers: records.filter((tell) => isKind(tell, 'recordAnswer')),
    results: lastWords(records.filter((tell) => isKind(tell, 'saveResult'))),
    hidesEarlierAnswers: beginsAnew(session, before),
    counts: countsOf(turn, before),
    isEnded: events.some((event) => event.kind === 'turnEnd' && event.isEnded),
  };
}

/** Whether a chat that was only registered, with an earlier result, begins to run now and replaces the earlier answers. */
function beginsAnew(session: Session, before: Session | undefined): boolean {
  const { replacesAnswers = false } = session.settings;
  return replacesAnswers && before?.phase === 'registered' && session.phase !== 'registered';
}

/** The last row for each result: a turn that leaves a bot and comes back to it writes its result more than once. */
function lastWords(results: readonly ResultRecord[]): ResultRecord[] {
  return [...new Map(results.map((told) => [told.resultId, told])).values()];
}

/** Says which bots have changed results or counts. */
export function announceResults(
  { announceResults: announce }: Pick<ChatPorts, 'announceResults'>,
  { results, counts }: Pick<TurnWrite, 'results' | 'counts'>,
): void {
  for (const botId of new Set([...results, ...counts].map((told) => told.botId))) announce(botId);
}

function isKind<K extends TurnRecord['kind']>(
  tell: TurnRecord,
  kind: K,
): tell is Extract<TurnRecord, { kind: K }> {
  return tell.kind === kind;
}

/** Where a chat rests it counts as left, until it goes on: the turn takes it away from there and puts it here. */
function countsOf({ session, trace }: StepResult, before: Session | undefined): CountsRecord[] {
  const counts: Counts[] = [];
  const add = ({ botId, flowId, kind, id }: Counting, n: number): void => {
    let found = counts.find((one) => one.flowId === flowId && one.botId === botId);
    if (!found) counts.push((found = { botId, flowId, totals: new Map() }));
    const totals = found.totals.get(kind) ?? new Map<string, number>();
    found.totals.set(kind, totals.set(id, (totals.get(id) ?? 0) + n));
  };
  for (const one of trace) add(one, 1);
  for (const rest of restOf(before)) add(rest, -1);
  for (const rest of restOf(session)) add(rest, 1);
  return counts
    .map(({ totals, ...of }) => ({ ...of, parts: [...totals].flatMap(partsOf) }))
    .filter(({ parts }) => parts.length > 0);
}

type Counting = Omit<TraceEntry, 'kind'> & { readonly kind: TraceEntry['kind'] | 'left' };

/** What is counted of one bot's flow: of each kind how often what id. */
interface Counts extends Omit<CountsRecord, 'parts'> {
  readonly totals: Map<Counting['kind'], Map<string, number>>;
}

function partsOf([kind, totals]: [Counting['kind'], Map<string, number>]): CountsRecord['parts'] {
  return [...totals].flatMap(([id, n]) => (n === 0 ? [] : [[kind, id, n] as const]));
}

/** The block a live chat rests on; none when it has ended. */
function restOf(session: Session | undefined): Counting[] {
  const frame = session?.stack.at(-1);
  const isLive = session && !session.settings.isPreview && session.phase === 'running';
  if (!isLive || !frame || !session.at) return [];
  return [{ botId: frame.botId, flowId: frame.flowId, kind: 'left', id: session.at.blockId }];
}
