import { ParleyError, randomKey, send, withRefused, withTaken } from '@parley/client';
import { recordOf } from '../json.js';
import { wordsIn } from '../words.js';
import type { ChatOptions, Outgoing, Shown } from './chat.js';
import type { Question, Remembered, Unsent } from './memory.js';
import { RETRY } from './network.js';
import { reasonOf } from './failureState.js';
import { type ChatPage, untilShown } from './screen.js';

/** The reasons for which the server accepts no further message of a chat. */
const GONE = new Set(['SESSION_NOT_FOUND', 'SESSION_EXPIRED', 'SESSION_ENDED', 'FUTURE_CURSOR']);

/** Whether the server has refused a request because the chat is gone or over. */
export function isGone(error: unknown): boolean {
  return error instanceof ParleyError && GONE.has(error.reason);
}

/** What the browser remembers of the chat. */
interface Kept {
  read(): Remembered;
  remember(next: Partial<Remembered>): void;
}

/** Sends messages to the server in order. Each is accepted once, even if the page is reloaded in between. */
export interface Outbox {
  /** Sends a message after those that wait. With `question`, the server accepts it only while that question is open. */
  add(outgoing: Outgoing, question?: Question): void;
  /** Sends the messages that wait. */
  sendAll(): void;
}

/** Opens the outbox of a chat. */
export function openOutbox(page: ChatPage, { read, remember }: Kept): Outbox {
  let isSending = false;
  async function sendAll(): Promise<void> {
    if (isSending) return;
    isSending = true;
    for (let next = read().unsent[0]; next && !page.signal.aborted; next = read().unsent[0]) {
      const again = await sendOne(page, read().sessionId, next);
      if (page.signal.aborted) return;
      remember({ unsent: [...again, ...read().unsent.slice(1)] });
      page.options.tell?.({ kind: 'replied' });
    }
    isSending = false;
  }
  return {
    add(outgoing, question) {
      const { unsent } = read();
      // After another message, it answers a question that is not yet known.
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

/** The question that a page shows; undefined while a person has taken over, because the visitor may then write at any time. */
export function questionIn({ input, status, turn, said }: Shown): Question | undefined {
  return input && status === 'OPEN' ? { turn, heard: heardIn(said) } : undefined;
}

function heardIn(said: Shown['said']): number {
  return said.filter((one) => one.from === 'visitor' && !one.isPending).length;
}

/** Sends a message until the server answers. A refused message is removed, and the reason shown. Returns what to send instead. */
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
    if (question && reasonIn(error) === 'TURN_CONFLICT') return await afterConflict(page, unsent);
    if (reasonIn(error) !== TAKEN_ALREADY) takeBack(page, unsent, error);
  } finally {
    clearTimeout(late);
    if (!signal.aborted) page.show({ isOffline: false });
  }
  return [];
}

/** The reason of a refusal where the server has accepted another outcome of the same action, from another tab. */
const TAKEN_ALREADY = 'IDEMPOTENCY_MISMATCH';

function reasonIn(error: unknown): string | undefined {
  return error instanceof ParleyError ? error.reason : undefined;
}

/**
 * What to do with an answer when the chat has had another turn in between. If its question was answered in another tab, it does not
 * answer the next question: it is shown as not sent. Otherwise a person has written something, and the answer is sent again.
 */
async function afterConflict(page: ChatPage, unsent: Unsent): Promise<Unsent[]> {
  const { text = '', question = { turn: 0, heard: 0 } } = unsent;
  const isTurnShown = ({ turn, isTyping, isEnded, isLost }: Shown): boolean =>
    isEnded || isLost || (turn > question.turn && !isTyping);
  await untilShown(page, isTurnShown);
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
  const isChatGone = isGone(error);
  if (text === undefined) {
    if (isChatGone) return page.show({ isLost: true, isTyping: false });
    return console.warn('The outcome of an action was refused:', error);
  }
  page.fold((now) => withRefused(now, text));
  if (isChatGone) page.show({ isLost: true, notSent: text });
  // The page has sent it, not the visitor.
  else if (isCommand(message)) console.warn('The command was refused:', reasonOf(error));
  else page.show({ failure: refusalText(error, page.options) });
}

/** Whether it is a command of the page around the chat, and not said by the visitor. */
export function isCommand(message: Unsent['message']): boolean {
  return recordOf(message)['type'] === 'command';
}

/** The refusals whose message names parts of the flow. */
const OF_FLOW = new Set(['PAYMENT_IMPOSSIBLE', 'PAYMENT_UNVERIFIED']);

/**
 * Why the server has refused an answer, for the visitor. Who tries a flow reads what is wrong in it; a visitor of a published bot
 * does not, and the console has it for the owner of the page.
 */
function refusalText(error: unknown, { flow }: Pick<ChatOptions, 'flow'>): string {
  const reason = reasonOf(error);
  if (flow || !(error instanceof ParleyError && OF_FLOW.has(error.reason))) return reason;
  console.warn('The bot could not go on:', reason);
  return wordsIn(navigator.languages).failed;
}
