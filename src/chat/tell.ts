import type { Tell, Turn } from '../engine/index.js';
import type { TurnWrite } from '../storage/chats.js';

/** What of a finished turn is to be written, sorted by where it goes. */
export function toldOf(
  turn: Turn,
): Pick<TurnWrite, 'session' | 'events' | 'answers' | 'results' | 'isEnded'> {
  const { session, events, tells } = turn;
  return {
    session,
    events,
    answers: tells.filter((tell) => isKind(tell, 'recordAnswer')),
    results: tells.filter((tell) => isKind(tell, 'saveResult')),
    isEnded: events.some((event) => event.kind === 'turnEnd' && event.isEnded),
  };
}

function isKind<K extends Tell['kind']>(tell: Tell, kind: K): tell is Extract<Tell, { kind: K }> {
  return tell.kind === kind;
}
