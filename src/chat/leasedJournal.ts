import type { EffectResult } from '../engine/index.js';
import type { ChatRow } from '../storage/hot/chats.js';
import type { TurnGuard } from '../storage/hot/turnWrite.js';
import {
  readJournal,
  releaseLease,
  renewLease,
  takeLease,
  type JournalEntry,
  type LeasedTurn,
} from '../storage/hot/leases.js';
import {
  hashOf,
  type EffectJournal,
  type EffectWork,
  type NumberedEffect,
  type TimedResult,
} from './effectJournal.js';
import { isResultKept, reachesOutside, streamedBlock } from './handleEffect.js';
import { scopeOf } from './idempotency.js';
import type { ContinueRequest } from './openTurn.js';
import type { ChatPorts } from './ports.js';

/** The journal of a turn that more than one process may attempt. */
export interface LeasedJournal extends EffectJournal {
  /** Runs the attempt, and releases the lease in the end unless it gave something: then the turn was written. */
  during<T>(attempt: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Whether the lease was ours at some time: then there may have been effects outside, and the turn cannot be run again. */
  wasLeased(): boolean;
}

/**
 * `free`: there were no effects outside, so the turn can be run again. `held`: the lease is ours. `overtaken`: another process
 * has it, and there were no effects outside. `lost`: it was ours, and is not any more.
 */
type LeaseState = 'free' | 'held' | 'overtaken' | 'lost';

/**
 * The journal of the next turn of a chat; `message` is what the turn is for. The lease is taken before the first effect that
 * reaches outside, or at once where an earlier holder left it: then the results that one had are known here. Every result is
 * stored before the next effect outside, so that whoever repeats the turn comes to the same effects, and none is handled
 * again that has a result. An effect that is being handled outside is abandoned when the lease is lost. Undefined when
 * another process was faster.
 * Where it is not known whether a reply is kept for the key of the call, that is found out before the first effect outside.
 */
export async function openJournal(
  ports: ChatPorts,
  { id: sessionId, turn, fence, lease, kept }: ChatRow,
  { message, once }: Pick<ContinueRequest, 'message' | 'once'>,
): Promise<LeasedJournal | undefined> {
  // Fields, and no getters: each literal with getters has a hidden class of its own, which V8 keeps, with all they can reach,
  // until it collects its old space.
  const open: OpenJournal = {
    ports,
    place: { sessionId, turn: turn + 1, fence, lasts: ports.timeouts.leaseLasts },
    message,
    uncheckedKey: kept === undefined ? once?.key : undefined,
    beganAt: ports.now(),
    state: 'free',
    heldAt: 0,
    unstored: [],
    earlier: NOTHING,
    resultOf: (effect, work) => resultOf(open, effect, work),
    callKey: (number) => hashOf([hashOfTurn(open), number]),
    guard: () => guardOf(open),
    during: (attempt) => during(open, attempt),
    wasLeased: () => open.state === 'held' || open.state === 'lost',
  };
  return lease === 'left' && !(await takeOver(open)) ? undefined : open;
}

const NOTHING: ReadonlyMap<number, JournalEntry> = new Map();

interface OpenJournal extends LeasedJournal {
  readonly ports: ChatPorts;
  place: LeasedTurn;
  readonly message: unknown;
  /** The key of the call, where the chat was not loaded with the reply kept for it. */
  readonly uncheckedKey: string | undefined;
  beganAt: number;
  state: LeaseState;
  /** When the lease was last known to be ours, in milliseconds since 1970. */
  heldAt: number;
  renewing?: NodeJS.Timeout;
  /** Aborted when the lease is lost; there since it was taken. */
  abandoned?: AbortController;
  /** Results that are not stored yet. */
  unstored: readonly (NumberedEffect & TimedResult)[];
  /** What earlier holders stored, by the number of the effect. */
  earlier: ReadonlyMap<number, JournalEntry>;
}

/** Ends a turn that is not ours any more; what it came to is thrown away. */
const OVER: EffectResult = { ok: false, error: 'another process takes this turn', isFinal: true };

async function resultOf(
  open: OpenJournal,
  numbered: NumberedEffect,
  work: EffectWork,
): Promise<TimedResult> {
  const { now } = open.ports;
  const known = open.earlier.get(numbered.number);
  if (known?.result && known.hash === hashOf(numbered.effect)) {
    return { result: known.result, at: known.at };
  }
  const isOutside = reachesOutside(numbered.effect);
  if (isOutside && !(await mayReachOutside(open))) return { result: OVER, at: now() };
  const result = isOutside ? await handleWhileOurs(open, numbered, work) : await work();
  const at = now();
  if (isResultKept(numbered.effect, result)) {
    open.unstored = [...open.unstored, { ...numbered, result, at }];
  }
  const isOurs = !isOutside || (await renew(open));
  return { result: isOurs ? result : OVER, at };
}

/**
 * Whoever closes a chat announces it: the lease is then looked at before it is due, and found lost. Not while a reply is
 * streamed, which is announced all the time; that one is stopped by its stream.
 */
async function handleWhileOurs(
  open: OpenJournal,
  { effect }: NumberedEffect,
  work: EffectWork,
): Promise<EffectResult> {
  const isHandled = new AbortController();
  if (streamedBlock(effect) === undefined) void renewWhenNotified(open, isHandled.signal);
  try {
    return await work(open.abandoned?.signal);
  } finally {
    isHandled.abort();
  }
}

async function renewWhenNotified(open: OpenJournal, isHandled: AbortSignal): Promise<void> {
  const { sessionId, lasts } = open.place;
  while (open.state === 'held') {
    await open.ports.untilNotified(sessionId, lasts, isHandled);
    if (isHandled.aborted) return;
    await renew(open).catch(() => undefined);
  }
}

/** The lease must be ours for a while, and all results until now be stored. */
async function mayReachOutside(open: OpenJournal): Promise<boolean> {
  if (open.state === 'free') return take(open);
  const isFresh = open.ports.now() - open.heldAt < open.place.lasts / 2;
  return isFresh && open.unstored.length === 0 ? open.state === 'held' : renew(open);
}

async function take(open: OpenJournal): Promise<boolean> {
  const { ports, place, beganAt, uncheckedKey: key } = open;
  if (key !== undefined && (await ports.findReply({ ...scopeOf(place.sessionId), key }))) {
    open.state = 'overtaken';
    return false;
  }
  const sentAt = ports.now();
  const beginning = { number: 0, hash: hashOfTurn(open), result: null, at: beganAt };
  const fence = await takeLease(ports.pool, place, [beginning, ...open.unstored.map(entryOf)]);
  open.state = fence === undefined ? 'overtaken' : 'held';
  if (fence === undefined) return false;
  open.place = { ...place, fence };
  open.heldAt = sentAt;
  open.unstored = [];
  open.abandoned = new AbortController();
  open.renewing = setInterval(() => void renew(open).catch(() => undefined), place.lasts / 3);
  return true;
}

/** Of a turn that broke off: with the results it had, it goes the same way again, and at the same time of the day. */
async function takeOver(open: OpenJournal): Promise<boolean> {
  if (!(await take(open))) return false;
  const entries = await readJournal(open.ports.pool, open.place);
  open.earlier = new Map(entries.map((entry) => [entry.number, entry]));
  open.beganAt = open.earlier.get(0)?.at ?? open.beganAt;
  return true;
}

/** Holds the lease for longer and stores the results that came; false when it is not ours any more. */
async function renew(open: OpenJournal): Promise<boolean> {
  if (open.state !== 'held') return false;
  const { ports, place, unstored } = open;
  const sentAt = ports.now();
  if (!(await renewLease(ports.pool, place, unstored.map(entryOf)))) {
    open.state = 'lost';
    open.abandoned?.abort();
    return false;
  }
  open.heldAt = sentAt;
  open.unstored = open.unstored.filter((one) => !unstored.includes(one));
  return true;
}

function guardOf({ state, place }: OpenJournal): TurnGuard | undefined {
  if (state === 'overtaken' || state === 'lost') return undefined;
  return { fence: place.fence, endsLease: state === 'held' };
}

async function during<T>(
  open: OpenJournal,
  attempt: () => Promise<T | undefined>,
): Promise<T | undefined> {
  let done: T | undefined;
  try {
    done = await attempt();
    return done;
  } finally {
    clearInterval(open.renewing);
    const isLeft = open.state === 'held' && done === undefined;
    if (isLeft) await releaseLease(open.ports.pool, open.place).catch(() => undefined);
  }
}

function entryOf({ number, effect, result, at }: NumberedEffect & TimedResult): JournalEntry {
  return { number, hash: hashOf(effect), result, at };
}

/** Another message in the same turn is another turn. */
function hashOfTurn({ place: { sessionId, turn }, message }: OpenJournal): string {
  return hashOf([sessionId, turn, message]);
}
