import type { ChatTails } from '../context/chatTails.js';
import type { OpenWakeUps } from './wakeUps.js';

/** Milliseconds between two questions whether a visitor has their chat open. */
const ASK_EVERY = 5_000;

/** Milliseconds for which an answer counts: one may be lost. */
const GONE_AFTER = 12_000;

/** The topic of the question; its note is the chat. */
const SOUGHT = 'visitorSought';

const hereTopic = (sessionId: string): string => `visitorHere:${sessionId}`;

/** Where questions and answers are sent and received. */
export type Signs = Pick<OpenWakeUps, 'announce' | 'listen'>;

/** Answers the questions of all processes whether a visitor has a chat open here. Nothing is sent for chats that no agent looks at. */
export function answerForVisitors(signs: Signs, tails: Pick<ChatTails, 'hasVisitor'>): void {
  signs.listen(SOUGHT, (sessionId) => {
    if (sessionId !== undefined && tails.hasVisitor(sessionId))
      signs.announce(hereTopic(sessionId));
  });
}

/** A watch of whether a visitor has their chat open. */
export interface VisitorWatch {
  isHere(): boolean;
  close(): void;
}

/** Watches whether the visitor of a chat has it open, until closed; calls `tell` when that changed. */
export type WatchVisitor = (sessionId: string, tell: () => void) => VisitorWatch;

/** Opens the watches of one process: all of a chat share one question every few seconds. */
export function openVisitorWatches(signs: Signs): WatchVisitor {
  const asked = new Map<string, Asked>();
  return (sessionId, tell) => {
    const chat = asked.get(sessionId) ?? ask(signs, sessionId);
    asked.set(sessionId, chat);
    const told = (): void => tell();
    chat.watchers.add(told);
    return {
      isHere: chat.isHere,
      close() {
        chat.watchers.delete(told);
        if (chat.watchers.size > 0 || asked.get(sessionId) !== chat) return;
        asked.delete(sessionId);
        chat.close();
      },
    };
  };
}

/** A chat of which somebody wants to know whether its visitor has it open. */
interface Asked extends VisitorWatch {
  readonly watchers: Set<() => void>;
}

/** Asks about a chat every few seconds, until closed. */
function ask(signs: Signs, sessionId: string): Asked {
  const watchers = new Set<() => void>();
  const tellAll = (): void => {
    for (const tell of watchers) tell();
  };
  let asking: NodeJS.Timeout;
  let leaving: NodeJS.Timeout | undefined;
  const leave = (): void => {
    leaving = undefined;
    tellAll();
  };
  const unlisten = signs.listen(hereTopic(sessionId), () => {
    const wasHere = leaving !== undefined;
    clearTimeout(leaving);
    leaving = setTimeout(leave, GONE_AFTER).unref();
    if (!wasHere) tellAll();
  });
  const askAgain = (): void => {
    asking = setTimeout(askAgain, ASK_EVERY).unref();
    signs.announce(`${SOUGHT}|${sessionId}`);
  };
  askAgain();
  return {
    watchers,
    isHere: () => leaving !== undefined,
    close() {
      unlisten();
      clearTimeout(asking);
      clearTimeout(leaving);
    },
  };
}
