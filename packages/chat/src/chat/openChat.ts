import {
  foldChat,
  newChat,
  ParleyError,
  startChat,
  startPreview,
  watchChat,
  withSent,
  type ChatEvent,
  type ChatStarted,
} from '@parley/client';
import { injectAgain, runAction, type ActionEvent } from '../actions/runAction.js';
import type { Settings, Theme } from '../theme/shapes.js';
import type { Answer, Chat, ChatOptions, Shown } from './chat.js';
import { noMemory, openMemory, type Memory, type Remembered } from './memory.js';
import { openOutbox, RETRY } from './outbox.js';
import { pauseBetween, typingTimeOf } from './typing.js';
import { wait } from './wait.js';

const nothing: Shown = {
  ...newChat,
  theme: {},
  settings: {},
  isStarting: true,
  isTyping: true,
  isOffline: false,
  failure: undefined,
  closed: undefined,
  blockedLink: undefined,
};

/** Opens the chat of a bot in this page: one that was left unfinished goes on, otherwise a new one starts. */
export function openChat(options: ChatOptions): Chat {
  const { show, read, subscribe } = openShown();
  let running = new AbortController();
  let current: OpenedChat | undefined;
  const early: Answer[] = []; // Said before the chat had started.
  const take = (answer: Answer): void =>
    current ? sendAnswer({ options, show, read }, current, answer) : void early.push(answer);
  const run = (): void => {
    const page = { options, signal: running.signal, show, read };
    begin(page)
      .then((opened) => {
        current = opened;
        early.splice(0).forEach(take);
        return follow(page, opened);
      })
      .catch((error: unknown) => fail(page, error));
  };
  run();
  return {
    options,
    subscribe,
    get sessionId() {
      return current?.remembered().sessionId;
    },
    get shown() {
      return read();
    },
    answer: take,
    restart() {
      running.abort();
      running = new AbortController();
      current?.memory.forget();
      current = undefined;
      show(nothing);
      run();
    },
    close: () => running.abort(),
  };
}

function sendAnswer(page: Omit<ChatPage, 'signal'>, chat: OpenedChat, answer: Answer): void {
  page.show({ ...withSent(page.read(), answer.text), failure: undefined });
  page.options.tell?.({ kind: 'answered', text: answer.text });
  chat.outbox.add(answer);
}

function fail({ signal, show }: ChatPage, error: unknown): void {
  if (!signal.aborted) show(stopped(error));
}

/** What is shown, and who is called when it changes. */
function openShown(): Pick<ChatPage, 'show' | 'read'> & Pick<Chat, 'subscribe'> {
  const listeners = new Set<() => void>();
  let shown = nothing;
  return {
    read: () => shown,
    show(next) {
      shown = { ...shown, ...next };
      for (const changed of listeners) changed();
    },
    subscribe(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
  };
}

/** The page in which a chat is shown. */
export interface ChatPage {
  readonly options: ChatOptions;
  readonly signal: AbortSignal;
  show(next: Partial<Shown>): void;
  read(): Shown;
}

/** A chat with what the browser remembers of it. */
interface OpenedChat {
  readonly memory: Memory;
  readonly outbox: ReturnType<typeof openOutbox>;
  remembered(): Remembered;
  remember(next: Partial<Remembered>): void;
}

/** Goes on with the chat that is remembered, or starts one. */
async function begin(page: ChatPage): Promise<OpenedChat> {
  const { url, bot, flow } = page.options;
  const name = `${new URL(url).host}/${bot}`;
  const memories = flow
    ? ([noMemory, noMemory] as const)
    : ([openMemory(name, false), openMemory(name, true)] as const);
  const known = memories[0].read() ?? memories[1].read();
  const remembered = known ?? (await started(page));
  const { theme, settings } = shapesOf(remembered.bot);
  const memory = memories[isForBrowser(settings) ? 1 : 0];
  memory.write(remembered);
  page.show({ theme, settings, isStarting: false });
  const { resultId } = remembered;
  page.options.tell?.({ kind: 'started', sessionId: remembered.sessionId, resultId });
  return opened(page, memory, remembered);
}

function opened(page: ChatPage, memory: Memory, first: Remembered): OpenedChat {
  let remembered = first;
  const remember = (next: Partial<Remembered>): void => {
    remembered = { ...remembered, ...next };
    memory.write(remembered);
  };
  const outbox = openOutbox(page, { read: () => remembered, remember });
  return { memory, outbox, remembered: () => remembered, remember };
}

async function started({ options, signal, show }: ChatPage): Promise<Remembered> {
  const { url, bot: publicId, flow, prefilledVariables } = options;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const call = { url, prefilledVariables, timeZone, signal, retry: RETRY };
  const waiting = setTimeout(() => show({ isOffline: !navigator.onLine }), 2_000);
  const starting = flow ? startPreview({ ...call, flow }) : startChat({ ...call, publicId });
  const { sessionId, resultId, bot } = await starting.finally(() => clearTimeout(waiting));
  show({ isOffline: false });
  return { sessionId, resultId, bot, shownUpTo: 0, unsent: [] };
}

/** Whether another visit of the same browser goes on with the chat. */
function isForBrowser({ general = {} }: Settings): boolean {
  const { rememberUser, isNewResultOnRefreshEnabled } = general;
  const isOn = rememberUser?.isEnabled ?? isNewResultOnRefreshEnabled === false;
  return isOn && rememberUser?.storage === 'local';
}

/** The reply of a start describes both; docs/openapi.json has their shapes. */
function shapesOf(bot: ChatStarted['bot']): { theme: Theme; settings: Settings } {
  return { theme: bot.theme, settings: bot.settings };
}

/** Shows the events of a chat, at the pace at which somebody would write them. */
async function follow(page: ChatPage, chat: OpenedChat): Promise<void> {
  const { options, signal } = page;
  const { sessionId, shownUpTo, unsent } = chat.remembered();
  for (const { text } of unsent) {
    if (text !== undefined) page.show(withSent(page.read(), text));
  }
  chat.outbox.sendAll();
  const watch = { url: options.url, sessionId, transport: 'sse', signal, retry: RETRY } as const;
  try {
    for await (const event of watchChat(watch)) {
      await reveal(page, chat, { event, isKnown: event.seq <= shownUpTo });
    }
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  if (signal.aborted) return;
  chat.memory.forget();
  if (page.read().isEnded) options.tell?.({ kind: 'ended' });
}

/** Whether the server has no such chat any more. */
function isGone(error: unknown): boolean {
  return error instanceof ParleyError && error.reason === 'SESSION_NOT_FOUND';
}

/** What is shown of a chat that cannot go on. A bot that takes no chats says so in its own words, which are no failure. */
function stopped(error: unknown): Partial<Shown> {
  const isClosed = error instanceof ParleyError && error.reason === 'BOT_CLOSED';
  const told = { [isClosed ? 'closed' : 'failure']: wordsOf(error) };
  return { ...told, isTyping: false, isStarting: false };
}

interface Revealed<Event = ChatEvent> {
  readonly event: Event;
  /** Whether it was shown before a reload: then it is shown at once, and nothing is run again. */
  readonly isKnown: boolean;
}

async function reveal(page: ChatPage, chat: OpenedChat, { event, isKnown }: Revealed) {
  const before = page.read();
  if (event.kind === 'message' && !isKnown) await typed(page, event);
  page.show(foldChat(page.read(), event));
  if (event.seq <= before.lastSeq) return;
  if (event.kind === 'action') return act(page, chat, { event, isKnown });
  if (isKnown) return;
  chat.remember({ shownUpTo: event.seq });
  if (event.kind === 'message') {
    page.options.tell?.({ kind: 'message', text: textOf(event.message.content['plainText']) });
  }
}

/** Runs an action. One that the chat waits for is run again after a reload, until its outcome is on its way. */
async function act(page: ChatPage, chat: OpenedChat, { event, isKnown }: Revealed<ActionEvent>) {
  if (isKnown) return injectAgain(event, page);
  const isAwaited = event.action.expectsDedicatedReply === true;
  if (!isAwaited) chat.remember({ shownUpTo: event.seq });
  const { sessionId } = chat.remembered();
  await runAction(event, { page, chat: chat.outbox, sessionId });
  if (isAwaited && !page.signal.aborted) chat.remember({ shownUpTo: event.seq });
}

/** Waits as long as the message takes to write; a reply that was streamed has been read already. */
async function typed(page: ChatPage, event: Extract<ChatEvent, { kind: 'message' }>) {
  const { said, settings } = page.read();
  const last = said.at(-1);
  const isStreamed = said.some((one) => 'blockId' in one && one.blockId === event.message.id);
  if (isStreamed || event.isFromAgent) return;
  const isAfterMessage = last !== undefined && last.from !== 'visitor';
  if (isAfterMessage) await wait(pauseBetween(settings), page.signal);
  page.show({ isTyping: true });
  await wait(typingTimeOf(event.message, settings, said.length === 0), page.signal);
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
