import type { Session, TurnEvent } from '../engine/index.js';
import type { LoggedStarts } from '../schema/bot.js';
import type { ReplayInput, ReplayRecord, ReplayStart } from '../schema/chatReplay.js';

/**
 * What the log of a chat tells of a turn in which the visitor sent a text, or with which the chat began without one: what running the turn
 * again needs, if it had no effect. For such turns nothing else is stored. `at` is when the turn was written, in milliseconds since 1970.
 * Undefined where the visitor sent nothing to a chat that had begun.
 */
export function loggedReplay(
  events: readonly TurnEvent[],
  at: number,
  start?: ReplayStart,
): (ReplayRecord & { readonly input: ReplayInput }) | undefined {
  if (start) return { beganAt: at, start, input: { type: 'start' } };
  const [heard] = events;
  if (heard?.kind !== 'heard') return undefined;
  return { beganAt: at, input: { type: 'message', message: { text: heard.text } } };
}

/** What never changes of a chat: the bot and the result that it began with, and the flow that the result began with. */
export interface ChatOrigin {
  readonly botId: string;
  readonly resultId: string | undefined;
  readonly flowId: string;
}

/**
 * How a chat began in which nothing was filled in, from what never changes of it, what never changes of its session, and the languages that
 * its visitor wanted, which a session of a flow without translations does not hold.
 */
export function loggedStart(
  { botId, resultId, flowId }: ChatOrigin,
  { settings: { isStreamEnabled, timeZone, messenger } }: Pick<Session, 'settings'>,
  locale: string | undefined,
): ReplayStart {
  const wanted = { isStreamEnabled, timeZone, locale };
  return { ...wanted, botId, resultId, messenger, replacesAnswers: false, flowId };
}

/**
 * The least share of a bot's chats with which the log alone tells how they begin. For each that is found, so many results are read at most as
 * this says; with a smaller share, rows of all of them cost little.
 */
const LEAST_SHARE = 0.05;

/** How far apart the clocks of servers may be, and how long a start may take before its first step, in milliseconds. */
const MARGIN = 600_000;

/** The most days for which chats are replayed, in milliseconds. */
const LONGEST = 365 * 86_400_000;

/** Whether the log alone may tell how the chats of a bot begin that begin now. */
export function logsStarts(periods: readonly LoggedStarts[] | null): boolean {
  return periods?.at(-1)?.to === null;
}

/** When the log alone told how chats of a bot began, of which a share is kept from now on. */
export function loggedStartsWith(
  periods: readonly LoggedStarts[] | null,
  share: number,
  now: number,
): LoggedStarts[] {
  const isOpen = logsStarts(periods);
  const kept = (periods ?? []).filter(({ to }) => to === null || to > now - LONGEST);
  if (isOpen === share >= LEAST_SHARE) return kept;
  const last = kept.at(-1);
  const isLate = !last || (last.to !== null && last.to < now - MARGIN);
  if (isLate) return [...kept, { from: now - MARGIN, to: null }];
  return [...kept.slice(0, -1), { ...last, to: isOpen ? now + MARGIN : null }];
}
