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

/** Asks every few seconds whether the visitor of a chat has it open, until closed; calls `tell` when that changed. */
export function watchVisitor(signs: Signs, sessionId: string, tell: () => void): VisitorWatch {
  let asking: NodeJS.Timeout;
  let leaving: NodeJS.Timeout | undefined;
  const leave = (): void => {
    leaving = undefined;
    tell();
  };
  const unlisten = signs.listen(hereTopic(sessionId), () => {
    const wasHere = leaving !== undefined;
    clearTimeout(leaving);
    leaving = setTimeout(leave, GONE_AFTER).unref();
    if (!wasHere) tell();
  });
  const ask = (): void => {
    asking = setTimeout(ask, ASK_EVERY).unref();
    signs.announce(`${SOUGHT}|${sessionId}`);
  };
  ask();
  return {
    isHere: () => leaving !== undefined,
    close() {
      unlisten();
      clearTimeout(asking);
      clearTimeout(leaving);
    },
  };
}
