import { ParleyError, randomKey, send, withRefused, withTaken } from '@parley/client';
import { recordOf } from '../json.js';
import type { Outgoing, Shown } from './chat.js';
import type { Question, Remembered, Unsent } from './memory.js';
import { RETRY } from './network.js';
import { reasonOf } from './reasonOf.js';
import { shownAs, type ChatPage } from './screen.js';

/** Why the server takes no message of a chat any more. */
const OVER = new Set(['SESSION_NOT_FOUND', 'SESSION_EXPIRED', 'SESSION_ENDED', 'FUTURE_CURSOR']);

/** Whether the server has the chat no more. */
export function isLost(error: unknown): boolean {
  return error instanceof ParleyError && OVER.has(error.reason);
}

/** What is remembered of the chat. */
interface Kept {
  read(): Remembered;
  remember(next: Partial<Remembered>): void;
}

/** Messages on their way to the server: in order, each taken once, also when the page is reloaded meanwhile. */
export interface Outbox {
  /** Sends it after what waits; an answer to a question only while that is open. */
  add(outgoing: Outgoing, question?: Question): void;
  /** Sends what waits. */
  sendAll(): void;
}

/** Opens the messages on their way of a chat. */
export function openOutbox(page: ChatPage, { read, remember }: Kept): Outbox {
  let isSending = false;
  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let next = read().unsent[0]; next && !page.signal.aborted; next = read().unsent[0]) {
      const again = await sendOne(page, read().sessionId, next);
      if (!page.signal.aborted) remember({ unsent: [...again, ...read().unsent.slice(1)] });
    }
    isSending = false;
  }
  return {
    add(outgoing, question) {
      const { unsent } = read();
      // What is said after another message answers what comes after that.
      const asked = unsent.length === 0 ? question : undefined;
      remember({ unsent: [...unsent, unsentOf(outgoing, asked)] });
      void sendAll();
    },
    sendAll: () => void sendAll(),
  };
}

function unsentOf(outgoing: Outgoing, question: Question | undefined): Unsent {
  if ('key' in outgoing) return { key: outgoing.key, message: outgoing.outcome };
  const { text, message = text } = outgoing;
  return { key: randomKey(), text, message, ...(question && !isCommand(message) && { question }) };
}

/** The question that a page shows; none while a person answers in place of the bot, to whom a visitor writes as they like. */
export function questionIn({ input, status, turn, said }: Shown): Question | undefined {
  return input && status === 'OPEN' ? { turn, heard: heardIn(said) } : undefined;
}

function heardIn(said: Shown['said']): number {
  return said.filter((one) => one.from === 'visitor' && !one.isPending).length;
}

/** Sends until the server has answered. What it refuses is taken back, and its reason shown. Gives what is to be sent instead. */
async function sendOne(page: ChatPage, sessionId: string, unsent: Unsent): Promise<Unsent[]> {
  const { key, text, message, question } = unsent;
  const { signal, options } = page;
  const late = setTimeout(() => page.show({ isOffline: true }), 3_000);
  try {
    const call = { url: options.url, sessionId, message, idempotencyKey: key };
    const { turn } = await send({ ...call, expectedTurn: question?.turn, signal, retry: RETRY });
    if (text !== undefined && turn !== undefined) page.fold((now) => withTaken(now, text, turn));
  } catch (error) {
    if (signal.aborted) return [];
    if (question && reasonIn(error) === 'TURN_CONFLICT') return await askAgain(page, unsent);
    if (reasonIn(error) !== KNOWN) takeBack(page, unsent, error);
  } finally {
    clearTimeout(late);
    if (!signal.aborted) page.show({ isOffline: false });
  }
  return [];
}

/** The server has taken another outcome of the same action, which another page ran. */
const KNOWN = 'IDEMPOTENCY_MISMATCH';

function reasonIn(error: unknown): string | undefined {
  return error instanceof ParleyError ? error.reason : undefined;
}

/**
 * What becomes of an answer when the chat has had another turn: where somebody else has spoken meanwhile, it is sent again. Where
 * the question was answered in another tab, it is not an answer to the next one, and is shown as not sent.
 */
async function askAgain(page: ChatPage, unsent: Unsent): Promise<Unsent[]> {
  const { text = '', question = { turn: 0, heard: 0 } } = unsent;
  const isThere = ({ turn, isTyping, isEnded, isLost: isOver }: Shown): boolean =>
    isEnded || isOver || (turn > question.turn && !isTyping);
  await shownAs(page, isThere, page.signal);
  if (page.signal.aborted) return [];
  const { status, turn, said, isEnded } = page.read();
  const others = said.filter((one) => one.from === 'visitor' && !one.isPending);
  if (others.length > question.heard || isEnded) {
    page.fold((now) => withRefused(now, text));
    const last = others.at(-1);
    const isSaid = last !== undefined && 'text' in last && last.text === text;
    if (!isSaid) page.show({ notSent: text });
    return [];
  }
  const open = status === 'OPEN' ? { ...question, turn } : undefined;
  return [{ ...unsent, key: randomKey(), question: open }];
}

function takeBack(page: ChatPage, { text, message }: Unsent, error: unknown): void {
  const isOver = isLost(error);
  if (text === undefined) {
    if (isOver) return page.show({ isLost: true, isTyping: false });
    return console.warn('The outcome of an action was refused:', error);
  }
  page.fold((now) => withRefused(now, text));
  if (isOver) page.show({ isLost: true, notSent: text });
  // The page sent it, not the visitor.
  else if (isCommand(message)) console.warn('The command was refused:', reasonOf(error));
  else page.show({ failure: reasonOf(error) });
}

/** Whether it is a command of the page that holds the chat, which nobody has said. */
export function isCommand(message: Unsent['message']): boolean {
  return recordOf(message)['type'] === 'command';
}
