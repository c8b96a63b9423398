import type { Session, StepResult, PassedPart } from '../engine/index.js';
import type {
  AnswerRecord,
  CountsRecord,
  ResultRecord,
  TurnWrite,
} from '../storage/hot/turnWrite.js';

/** The session with which a turn began, and how long after the turn before it, in milliseconds. */
export interface Before {
  readonly session: Session;
  readonly waited: number;
}

/** The rows that a finished turn writes, by table. */
export function recordsOf(
  turn: StepResult,
  before?: Before,
): Omit<TurnWrite, 'sessionId' | 'turn' | 'firstSeq' | 'at'> {
  const { session, events } = turn;
  const last = events.at(-1);
  const answers: AnswerRecord[] = [];
  // A turn that leaves a bot and comes back to it records its result more than once: the last one counts.
  const results = new Map<string, ResultRecord>();
  for (const record of turn.records) {
    if (record.kind === 'recordAnswer') answers.push(record);
    else if (record.kind === 'saveResult') results.set(record.resultId, record);
  }
  return {
    state: storedState(session),
    events,
    answers,
    results: [...results.values()],
    hidesEarlierAnswers:
      session.settings.replacesAnswers === true && startsNow(session, before?.session),
    counts: countsOf(turn, before),
    isEnded: last?.kind === 'turnEnd' && last.isEnded,
  };
}

/**
 * A session as JSON that ends with what turns leave as it is. PostgreSQL then logs only what is before that
 * (`storage/migrations/0122-chats-end-with-their-state.sql`).
 */
function storedState({ stack, settings, stateVersion, ...changing }: Session): string {
  const frames = stack.map(({ continuations, resultId, botId, flowId, ...frame }) => ({
    ...frame,
    ...{ continuations, resultId, botId, flowId },
  }));
  return JSON.stringify({ ...changing, stack: frames, settings, stateVersion });
}

/** Whether a chat that was only registered starts to run now: one with an earlier result then replaces its answers. */
function startsNow({ phase }: Session, before: Session | undefined): boolean {
  return before?.phase === 'registered' && phase !== 'registered';
}

interface Counts extends Omit<CountsRecord, 'parts'> {
  readonly totals: Map<Counting['kind'], Map<string, number>>;
}

type Counting = Omit<PassedPart, 'kind'> & { readonly kind: PassedPart['kind'] | 'left' | 'took' };

/** A chat counts as left at the block where it rests until it continues: the turn subtracts it there and adds it where it rests now. */
function countsOf({ session, passed }: StepResult, before: Before | undefined): CountsRecord[] {
  const counts: Counts[] = [];
  const asked = restOf(before?.session);
  for (const entry of passed) {
    add(counts, entry, 1);
    const isAnswer = entry.kind === 'answered' && entry.id === asked?.id;
    if (isAnswer && before) add(counts, answerTimeOf(entry, before.waited), 1);
  }
  add(counts, asked, -1);
  add(counts, restOf(session), 1);
  const records: CountsRecord[] = [];
  for (const { botId, flowId, totals } of counts) {
    const parts = partsOf(totals);
    if (parts.length > 0) records.push({ botId, flowId, parts });
  }
  return records;
}

function add(counts: Counts[], one: Counting | undefined, n: number): void {
  if (!one) return;
  const { botId, flowId, kind, id } = one;
  let found: Counts | undefined;
  for (const other of counts) if (other.flowId === flowId && other.botId === botId) found = other;
  if (!found) counts.push((found = { botId, flowId, totals: new Map() }));
  const totals = found.totals.get(kind) ?? new Map<string, number>();
  found.totals.set(kind, totals.set(id, (totals.get(id) ?? 0) + n));
}

function partsOf(totals: Counts['totals']): CountsRecord['parts'] {
  const parts: [kind: string, id: string, n: number][] = [];
  for (const [kind, ids] of totals) {
    for (const [id, n] of ids) if (n !== 0) parts.push([kind, id, n]);
  }
  return parts;
}

/** The ranges by which the times of answers are counted. */
const RANGES = 40;

/**
 * The longest time of a range in seconds; null for the last one. Each range is longer than the one before by the square root of two, so that
 * the counts of a few ranges give a median that is at most a fifth too high or too low.
 */
export function longestOf(range: number): number | null {
  return range < RANGES ? Math.round(2 ** (range / 2) * 10) / 10 : null;
}

/** The count of an answer by the time that it took, in milliseconds: below 0 where the server of the turn before has a clock that is ahead. */
function answerTimeOf(answered: PassedPart, waited: number): Counting {
  const range = Math.min(RANGES, Math.max(0, Math.ceil(2 * Math.log2(Math.max(1, waited) / 1000))));
  return { ...answered, kind: 'took', id: `${range}:${answered.id}` };
}

/** The block where a live chat rests; undefined when it has ended. */
function restOf(session: Session | undefined): Counting | undefined {
  const frame = session?.stack.at(-1);
  const isLive = session && !session.settings.isPreview && session.phase === 'running';
  if (!isLive || !frame || !session.at) return undefined;
  return { botId: frame.botId, flowId: frame.flowId, kind: 'left', id: session.at.blockId };
}
