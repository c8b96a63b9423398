import type { EffectResult } from '../engine/index.js';
import type { ChatRow } from '../storage/hot/chats.js';
import type { MoveTarget } from '../storage/hot/movingBots.js';
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
import type { ContinueRequest, TurnInput } from './openTurn.js';
import type { ChatPorts } from './ports.js';

/** The journal of a turn that more than one process may attempt. */
export interface LeasedJournal extends EffectJournal {
  /** The version to which the turn moves its chat first: of a turn that was taken over, the one of its first attempt. */
  readonly moveTo: MoveTarget | undefined;
  /** Runs the attempt, and then releases the lease unless the attempt returned something: then the turn was written. */
  during<T>(attempt: () => Promise<T | undefined>): Promise<T | undefined>;
  /** Whether this process held the lease at some time: then effects may have reached the outside, and the turn cannot be run again. */
  wasLeased(): boolean;
}

/**
 * `free`: no effect has reached the outside, so the turn can be run again. `held`: the lease is ours. `overtaken`: another process has it,
 * and no effect has reached the outside. `lost`: it was ours, and no longer is.
 */
type LeaseState = 'free' | 'held' | 'overtaken' | 'lost';

/**
 * The journal of the next turn of a chat; `message` is the message of the turn. The lease is taken before the first effect that reaches
 * outside; or at once, with the results so far, where an earlier holder left it. Every result is stored before the next effect outside, so
 * that whoever repeats the turn comes to the same effects and handles none again that has a result. When the lease is lost, an effect that
 * is being handled outside is abandoned. If it is not known whether a reply is kept for the key of the call, that is checked before the
 * first effect outside. `moveTo` is the version to which the turn moves its chat. Undefined when another process was faster.
 */
export async function openJournal(
  ports: ChatPorts,
  { id: sessionId, turn, fence, lease, kept }: ChatRow,
  { message, once, moveTo }: Pick<ContinueRequest, 'message' | 'once'> & Pick<TurnInput, 'moveTo'>,
): Promise<LeasedJournal | undefined> {
  // Fields instead of getters: each literal with getters has a hidden class of its own, which V8 keeps, with everything that is reachable
  // from it, until it collects its old space.
  const open: OpenJournal = {
    ports,
    place: { sessionId, turn: turn + 1, fence, lasts: ports.timeouts.leaseLasts },
    message,
    moveTo,
    uncheckedKey: kept === undefined ? once?.key : undefined,
    beganAt: ports.now(),
    state: 'free',
    heldAt: 0,
    unstored: [],
    earlier: NOTHING,
    resultOf: (effect, work) => resultOf(open, effect, work),
    callKey: (number) => hashOf([hashOfTurn(open), number]),
    guard: () =>
      open.state === 'overtaken' || open.state === 'lost'
        ? undefined
        : { fence: open.place.fence, endsLease: open.state === 'held' },
    async during(attempt) {
      let isDone = false;
      try {
        const done = await attempt();
        isDone = done !== undefined;
        return done;
      } finally {
        clearInterval(open.renewing);
        const isLeft = open.state === 'held' && !isDone;
        if (isLeft) await releaseLease(ports.pool, open.place).catch(() => undefined);
      }
    },
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
  moveTo: MoveTarget | undefined;
  state: LeaseState;
  /** When the lease was last known to be ours, in milliseconds since 1970. */
  heldAt: number;
  renewing?: NodeJS.Timeout;
  /** Aborted when the lease is lost; set when it is taken. */
  abandoned?: AbortController;
  unstored: readonly (NumberedEffect & TimedResult)[];
  /** The entries of earlier holders, by the number of the effect. */
  earlier: ReadonlyMap<number, JournalEntry>;
}

/** Ends a turn that is no longer ours; it is discarded. */
const OVERTAKEN: EffectResult = {
  ok: false,
  error: 'another process takes this turn',
  isFinal: true,
};

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
  if (isOutside && !(await mayReachOutside(open))) return { result: OVERTAKEN, at: now() };
  const result = isOutside ? await handleWhileOurs(open, numbered, work) : await work();
  const at = now();
  if (isResultKept(numbered.effect, result)) {
    open.unstored = [...open.unstored, { ...numbered, result, at }];
  }
  const isOurs = !isOutside || (await renew(open));
  return { result: isOurs ? result : OVERTAKEN, at };
}

/**
 * Closing a chat announces it: the lease is then checked before it is due, and found lost. Not while a reply is streamed, which is
 * announced all the time; such a reply is stopped by its stream.
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

/** Makes sure that the lease is ours for a while, and that all results so far are stored. */
async function mayReachOutside(open: OpenJournal): Promise<boolean> {
  if (open.state === 'free') return take(open);
  const isFresh = open.ports.now() - open.heldAt < open.place.lasts / 2;
  return isFresh && open.unstored.length === 0 ? open.state === 'held' : renew(open);
}

async function take(open: OpenJournal): Promise<boolean> {
  const { ports, place, beganAt, moveTo, uncheckedKey: key } = open;
  if (key !== undefined && (await ports.findReply({ ...scopeOf(place.sessionId), key }))) {
    open.state = 'overtaken';
    return false;
  }
  const sentAt = ports.now();
  const result = moveTo ? ({ ok: true, value: moveTo } as const) : null;
  const beginning = { number: 0, hash: hashOfTurn(open), result, at: beganAt };
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

/**
 * Takes over a turn that broke off: with the results it had, it takes the same path again, at the same time of the day and in the same
 * version.
 */
async function takeOver(open: OpenJournal): Promise<boolean> {
  if (!(await take(open))) return false;
  const entries = await readJournal(open.ports.pool, open.place);
  open.earlier = new Map(entries.map((entry) => [entry.number, entry]));
  const begun = open.earlier.get(0);
  if (!begun) return true;
  open.beganAt = begun.at;
  open.moveTo = begun.result?.ok ? (begun.result.value as MoveTarget) : undefined; // Written by `take`.
  return true;
}

/** Extends the lease and stores the results so far; false when the lease is no longer ours. */
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

function entryOf({ number, effect, result, at }: NumberedEffect & TimedResult): JournalEntry {
  return { number, hash: hashOf(effect), result, at };
}

/** Another message in the same turn makes it another turn. */
function hashOfTurn({ place: { sessionId, turn }, message }: OpenJournal): string {
  return hashOf([sessionId, turn, message]);
}
