import type { HandOverRecord, Message, Session, StepResult, TurnEvent } from '../engine/index.js';
import type { ChatChannel, InboxStatus } from '../schema/inboxEnums.js';
import type { DeskWrite } from '../storage/hot/turnWrite.js';
import type { TurnInput, TurnTarget } from './openTurn.js';
import type { RunTurn } from './run.js';
import { wholeState } from './turnTrace.js';

/** What a person does to a chat with a turn, besides its events. */
export type DeskAct = Partial<
  Pick<DeskWrite, 'waits' | 'claim' | 'renews' | 'releases' | 'reopens'>
> & {
  /** Whether everything that the visitor wrote counts as read. */
  readonly isRead?: boolean;
};

/** Characters of a message that the inbox shows. */
const SHOWN = 300;

/**
 * A turn as it is to be stored: the session says so if a person takes part, or took part before, and if a block of the turn handed the chat
 * over. Previews are not listed in the inbox.
 */
export function attended<T extends RunTurn>(before: Session | undefined, turn: T): T {
  const { session, desk } = turn;
  if (session.settings.isPreview) return turn;
  if (session.at?.waitsFor === 'agent' && handOverIn(turn)) {
    return withPeople(turn, { isPaused: true, isAttended: true });
  }
  if (session.isAttended) return turn;
  // The trace has it of an earlier turn.
  if (before?.isAttended) return { ...turn, session: { ...session, isAttended: true } };
  const signs = [desk, session.isPaused, before?.isPaused];
  return signs.some(Boolean) ? withPeople(turn, { isAttended: true }) : turn;
}

/** The turn whose session says what people do, and its trace with it. */
function withPeople<T extends RunTurn>(
  turn: T,
  people: Pick<Session, 'isPaused' | 'isAttended'>,
): T {
  const session = { ...turn.session, ...people };
  const trace = turn.trace && { trace: [...turn.trace, wholeState(session, turn.at)] };
  return { ...turn, session, ...trace };
}

/** What a turn changes of the chat's row in the inbox; only of a chat in which a person took part, since others have no row. */
export function deskOf(
  open: TurnTarget & Pick<TurnInput, 'session'>,
  turn: RunTurn,
  onWritten: DeskWrite['onWritten'],
): DeskWrite {
  const { session, events, desk = {} } = turn;
  const { botId, resultId } = open.chat ?? open.start;
  const { isRead, waits, ...act } = { ...askOf(turn), ...desk };
  const status = statusOf(session, events);
  const last = lastOf(events);
  const news = status === 'PAUSED' ? newsOf(events, last) : QUIET;
  return {
    ...{ botId, resultId, channel: channelOf(session), status, last, onWritten },
    ...placeOf(session),
    unread: isRead ? null : news.unread,
    waits: status === 'PAUSED' ? (waits ?? news.waits) : false,
    ...act,
  };
}

/** How a block of the turn handed the chat over to a person, if one did. */
function handOverIn({ records }: Pick<StepResult, 'records'>): HandOverRecord | undefined {
  return records.findLast((record) => record.kind === 'handOver');
}

/** That the visitor waits for a person, and where and how long, if a block of the turn handed the chat over. */
function askOf(turn: RunTurn): Pick<DeskWrite, 'waits' | 'queue' | 'waitsUntil'> {
  const handOver = handOverIn(turn);
  if (!handOver) return {};
  const { kind: _, ...terms } = handOver;
  return { waits: true, ...terms };
}

function placeOf({ at }: Session): Pick<DeskWrite, 'groupId' | 'blockId'> {
  return { groupId: at?.groupId ?? null, blockId: at?.blockId ?? null };
}

const QUIET: Pick<DeskWrite, 'unread' | 'waits'> = { unread: 0, waits: false };

/** What a turn without the bot leaves for agents to read. */
function newsOf(events: readonly TurnEvent[], last: DeskWrite['last']): typeof QUIET {
  if (last?.role === 'AGENT') return { unread: null, waits: false };
  const sent = events.filter(({ kind }) => kind === 'heard').length;
  return { unread: sent, ...(sent > 0 && { waits: true }) };
}

function channelOf({ settings }: Session): ChatChannel {
  return settings.messenger ? 'MESSENGER' : 'WEB';
}

function statusOf(session: Session, events: readonly TurnEvent[]): InboxStatus {
  const end = events.at(-1);
  if (end?.kind === 'turnEnd' && end.isEnded) {
    return session.isClosed ? 'CLOSED' : 'ENDED';
  }
  return session.isPaused ? 'PAUSED' : 'OPEN';
}

function lastOf(events: readonly TurnEvent[]): DeskWrite['last'] {
  const event = events.findLast(({ kind }) => kind === 'heard' || kind === 'message');
  if (event?.kind === 'heard') {
    return { text: event.text.slice(0, SHOWN), role: 'USER' };
  }
  if (event?.kind !== 'message') return undefined;
  const role = event.isFromAgent ? 'AGENT' : 'BOT';
  return { text: wordsOf(event.message).slice(0, SHOWN), role, agent: event.agent };
}

function wordsOf({ type, content }: Message): string {
  const { plainText } = content;
  return typeof plainText === 'string' ? plainText : `[${type}]`;
}
