import type { EffectResult } from '../engine/index.js';
import type { ChatRow } from '../storage/hot/chats.js';
import {
  renewLease,
  releaseLease,
  readAnswers,
  takeLease,
  type JournalEntry,
  type LeasedTurn,
} from '../storage/hot/leases.js';
import { isResultKept, reachesOutside, streamedTo } from './handleEffect.js';
import {
  hashOf,
  type TimedResult,
  type NumberedEffect,
  type EffectJournal,
  type EffectWork,
} from './effectJournal.js';
import type { ChatPorts } from './ports.js';

/** The journal of a turn that more than one process may want to take. */
export interface LeasedJournal extends EffectJournal {
  /**
   * `free`: nothing outside was asked, so the turn can be run again. `held`: the lease is ours. `overtaken`: it could not
   * be taken, and nothing outside was asked. `lost`: it was ours, and is not any more.
   */
  readonly state: 'free' | 'held' | 'overtaken' | 'lost';
  /** Where it stands, and the fence to write under. */
  readonly place: LeasedTurn;
  /** Ends it: lets go of the lease unless the turn was written. */
  close(isWritten: boolean): Promise<void>;
}

/**
 * The journal of the next turn of a chat, which was given this. The lease is taken before the first ask that reaches
 * outside, or at once where an earlier holder left it: then what that one was answered is known here. Whatever was
 * answered is written down before anything more is asked outside, so that whoever repeats the turn comes to the same asks,
 * and asks none again that was answered. What is being asked outside is given up when the lease is lost. Nothing when
 * somebody else was faster.
 */
export async function openJournal(
  ports: ChatPorts,
  { id: sessionId, turn, fence, lease }: ChatRow,
  given: unknown,
): Promise<LeasedJournal | undefined> {
  // Fields, and no getters: each literal with getters has a hidden class of its own, which V8 keeps, with all they can reach,
  // until it collects its old space.
  const open: OpenJournal = {
    ports,
    place: { sessionId, turn: turn + 1, fence, lasts: ports.timeouts.leaseLasts },
    given,
    beganAt: ports.now(),
    state: 'free',
    heldAt: 0,
    unwritten: [],
    earlier: NOTHING,
    resultOf: (asked, work) => answer(open, asked, work),
    callKey: (number) => hashOf([hashOfTurn(open), number]),
    close: (isWritten) => close(open, isWritten),
  };
  return lease === 'left' && !(await takeOver(open)) ? undefined : open;
}

const NOTHING: ReadonlyMap<number, JournalEntry> = new Map();

interface OpenJournal extends LeasedJournal {
  readonly ports: ChatPorts;
  place: LeasedTurn;
  readonly given: unknown;
  beganAt: number;
  state: LeasedJournal['state'];
  /** When the lease was last known to be ours, in milliseconds since 1970. */
  heldAt: number;
  renewing?: NodeJS.Timeout;
  /** Aborted when the lease is lost; there since it was taken. */
  abandoned?: AbortController;
  /** Answers that are not written down yet. */
  unwritten: readonly (NumberedEffect & TimedResult)[];
  /** What earlier holders were answered, by the number of the ask. */
  earlier: ReadonlyMap<number, JournalEntry>;
}

/** Ends a turn that is not ours any more; what it came to is thrown away. */
const OVER: EffectResult = { ok: false, error: 'another process takes this turn', isFinal: true };

async function answer(
  open: OpenJournal,
  asked: NumberedEffect,
  work: EffectWork,
): Promise<TimedResult> {
  const { now } = open.ports;
  const known = open.earlier.get(asked.number);
  if (known?.answer && known.hash === hashOf(asked.effect)) {
    return { answer: known.answer, at: known.at };
  }
  const isOutside = reachesOutside(asked.effect);
  if (isOutside && !(await mayAsk(open))) return { answer: OVER, at: now() };
  const given = isOutside ? await askOnlyWhileOurs(open, asked, work) : await work();
  const at = now();
  if (isResultKept(asked.effect, given))
    open.unwritten = [...open.unwritten, { ...asked, answer: given, at }];
  const isOurs = !isOutside || (await keep(open));
  return { answer: isOurs ? given : OVER, at };
}

/**
 * Whoever closes a chat announces it: then its lease is looked at, and lost, before it is renewed. Not while a reply is
 * streamed, which is announced all the time; that one is told to stop.
 */
async function askOnlyWhileOurs(
  open: OpenJournal,
  { effect }: NumberedEffect,
  work: EffectWork,
): Promise<EffectResult> {
  const isAnswered = new AbortController();
  if (streamedTo(effect) === undefined) void lookOnNews(open, isAnswered.signal);
  try {
    return await work(open.abandoned?.signal);
  } finally {
    isAnswered.abort();
  }
}

async function lookOnNews(open: OpenJournal, isAnswered: AbortSignal): Promise<void> {
  const { sessionId, lasts } = open.place;
  while (open.state === 'held') {
    await open.ports.untilNotified(sessionId, lasts, isAnswered);
    if (isAnswered.aborted) return;
    await keep(open).catch(() => undefined);
  }
}

/** The lease must be ours for a while, and all that was answered before be written. */
async function mayAsk(open: OpenJournal): Promise<boolean> {
  if (open.state === 'free') return take(open);
  const isFresh = open.ports.now() - open.heldAt < open.place.lasts / 2;
  return isFresh && open.unwritten.length === 0 ? open.state === 'held' : keep(open);
}

async function take(open: OpenJournal): Promise<boolean> {
  const { ports, place, beganAt } = open;
  const askedAt = ports.now();
  const beginning = { number: 0, hash: hashOfTurn(open), answer: null, at: beganAt };
  const fence = await takeLease(ports.pool, place, [beginning, ...open.unwritten.map(toKeep)]);
  open.state = fence === undefined ? 'overtaken' : 'held';
  if (fence === undefined) return false;
  open.place = { ...place, fence };
  open.heldAt = askedAt;
  open.unwritten = [];
  open.abandoned = new AbortController();
  const renew = (): void => void keep(open).catch(() => undefined);
  open.renewing = setInterval(renew, place.lasts / 3);
  return true;
}

/** Of a turn that broke off: with the answers it had, it goes the same way again, and at the same time of the day. */
async function takeOver(open: OpenJournal): Promise<boolean> {
  if (!(await take(open))) return false;
  const answers = await readAnswers(open.ports.pool, open.place);
  open.earlier = new Map(answers.map((kept) => [kept.number, kept]));
  open.beganAt = open.earlier.get(0)?.at ?? open.beganAt;
  return true;
}

async function keep(open: OpenJournal): Promise<boolean> {
  if (open.state !== 'held') return false;
  const { ports, place, unwritten } = open;
  const askedAt = ports.now();
  if (!(await renewLease(ports.pool, place, unwritten.map(toKeep)))) {
    open.state = 'lost';
    open.abandoned?.abort();
    return false;
  }
  open.heldAt = askedAt;
  open.unwritten = open.unwritten.filter((one) => !unwritten.includes(one));
  return true;
}

async function close({ ports, place, state, renewing }: OpenJournal, isWritten: boolean) {
  clearInterval(renewing);
  if (state === 'held' && !isWritten) await releaseLease(ports.pool, place).catch(() => undefined);
}

function toKeep({ number, effect, answer: given, at }: NumberedEffect & TimedResult): JournalEntry {
  return { number, hash: hashOf(effect), answer: given, at };
}

/** Another message in the same turn is another turn. */
function hashOfTurn({ place: { sessionId, turn }, given }: OpenJournal): string {
  return hashOf([sessionId, turn, given]);
}
