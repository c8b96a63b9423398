import {
  foldChat,
  ParleyError,
  watchChat,
  withSent,
  type ChatEvent,
  type ChatStarted,
} from '@parley/client';
import { textIn } from '../json.js';
import { injectAgain, runAction } from '../actions/runAction.js';
import { loadPicture } from '../messages/pictureSizes.js';
import type { Settings, Theme } from '../theme/shapes.js';
import type { Answer, Chat, ChatOptions, Shown } from './chat.js';
import {
  noMemory,
  openMemory,
  withUnsentOfOthers,
  type Memory,
  type Remembered,
} from './memory.js';
import { keptIn } from './keptIn.js';
import { RETRY, tellOffline } from './network.js';
import { isLost, openOutbox, questionIn } from './outbox.js';
import { reasonOf } from './reasonOf.js';
import { openScreen, type ChatPage, type Screen } from './screen.js';
import { forgetStart, startOnce } from './startOnce.js';
import { pauseBetween, typingTimeOf } from './typing.js';
import { wait } from './wait.js';

/** Opens the chat of a bot in this page: one that was left unfinished goes on, otherwise a new one starts. */
export function openChat(options: ChatOptions): Chat {
  const screen = openScreen();
  let running = new AbortController();
  let current: OpenedChat | undefined;
  const early: Answer[] = []; // Said before the chat had started.
  const take = (answer: Answer): void =>
    current ? sendFrom(screen, options, { answer, chat: current }) : void early.push(answer);
  const start = (): void => {
    const { signal } = running;
    runChat({ options, signal, ...screen }, (opened) => {
      current = opened;
      early.splice(0).forEach(take);
    })
      .then((isNowhere) => isNowhere && restart())
      .catch((error: unknown) => signal.aborted || screen.show(stopped(error, options)));
  };
  const restart = (): void => {
    running.abort();
    running = new AbortController();
    forget(options, current);
    current = undefined;
    screen.clear();
    start();
  };
  start();
  return {
    options,
    subscribe: screen.subscribe,
    restart,
    get sessionId() {
      return current?.remembered().sessionId;
    },
    get shown() {
      return screen.read();
    },
    answer: take,
    prefill: (draft) => screen.show({ draft }),
    close: () => running.abort(),
  };
}

/** Shows a chat to its end. Gives whether it was one that was remembered, which the server has lost: then another begins. */
async function runChat(page: ChatPage, begun: (chat: OpenedChat) => void): Promise<boolean> {
  tellOffline(page);
  const opened = await begin(page);
  if (page.signal.aborted) return false;
  begun(opened);
  const end = await follow(page, opened);
  return end === 'lost' && page.read().lastSeq === 0 && !page.signal.aborted;
}

/** Shows an answer at once, and sends it. */
function sendFrom(
  { read, fold, show }: Screen,
  { tell }: ChatOptions,
  { answer, chat }: { readonly answer: Answer; readonly chat: OpenedChat },
): void {
  const question = questionIn(read());
  fold((now) => withSent(now, answer.text));
  show({ failure: undefined, notSent: undefined, draft: undefined });
  tell?.({ kind: 'answered', text: answer.text });
  chat.outbox.add(answer, question);
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
  const name = nameOf(page.options);
  const memories = page.options.flow
    ? ([noMemory, noMemory] as const)
    : ([openMemory(name, false), openMemory(name, true)] as const);
  const known = keptIn(memories[0]) ?? keptIn(memories[1]);
  const remembered = known ?? (await startOnce(page, name));
  const { theme, settings } = shapesOf(remembered.bot);
  const memory = memories[isForBrowser(settings) ? 1 : 0];
  memory.write(remembered);
  forgetStart(name);
  page.show({ theme, settings, isStarting: false, knownUpTo: remembered.shownUpTo });
  const { resultId } = remembered;
  page.options.tell?.({ kind: 'started', sessionId: remembered.sessionId, resultId });
  return opened(page, memory, remembered);
}

/** Remembers the chat no more, nor that one is starting. */
function forget(options: ChatOptions, chat: OpenedChat | undefined): void {
  chat?.memory.forget();
  forgetStart(nameOf(options));
}

/** Under which the chats of a bot are remembered. */
function nameOf({ url, bot }: ChatOptions): string {
  return `${new URL(url).host}/${bot}`;
}

function opened(page: ChatPage, memory: Memory, first: Remembered): OpenedChat {
  let remembered = first;
  const remember = (next: Partial<Remembered>): void => {
    const before = remembered;
    remembered = { ...before, ...next };
    const stored = memory.read();
    // Another tab may have ended the chat, or begun another.
    if (stored?.sessionId !== before.sessionId) return;
    memory.write(withUnsentOfOthers(remembered, { before, stored }));
  };
  const outbox = openOutbox(page, { read: () => remembered, remember });
  return { memory, outbox, remembered: () => remembered, remember };
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

/** Shows the events of a chat, at the pace at which somebody would write them, until it ends or is lost. */
async function follow(page: ChatPage, chat: OpenedChat): Promise<'ended' | 'lost'> {
  const { options, signal } = page;
  const { sessionId, shownUpTo, unsent } = chat.remembered();
  for (const { text } of unsent) {
    if (text !== undefined) page.fold((now) => withSent(now, text));
  }
  chat.outbox.sendAll();
  const watch = { url: options.url, sessionId, transport: 'sse', signal, retry: RETRY } as const;
  try {
    for await (const event of watchChat(watch)) {
      await reveal(page, chat, { event, isKnown: event.seq <= shownUpTo });
    }
  } catch (error) {
    if (!isLost(error)) throw error;
  }
  if (signal.aborted) return 'ended';
  chat.memory.forget();
  const { isEnded } = page.read();
  if (isEnded) options.tell?.({ kind: 'ended' });
  // Of one that was deleted the log is empty.
  else page.show({ isLost: true, isTyping: false });
  return isEnded ? 'ended' : 'lost';
}

/** What is shown of a chat that cannot go on. A bot that takes no chats says so in its own words, which are no failure. */
function stopped(error: unknown, { bot }: ChatOptions): Partial<Shown> {
  const reason = error instanceof ParleyError ? error.reason : '';
  const over = { isTyping: false, isStarting: false };
  if (reason === 'BOT_CLOSED') return { ...over, closed: reasonOf(error) };
  if (reason !== 'ORIGIN_NOT_ALLOWED') return { ...over, failure: reasonOf(error) };
  console.warn(
    `The bot "${bot}" does not allow pages of ${location.origin}. Add that to settings.security.allowedOrigins of the bot, and publish it.`,
  );
  return { ...over, isNotAllowed: true };
}

interface Revealed<Event = ChatEvent> {
  readonly event: Event;
  /** Whether it was shown before a reload: then it is shown at once, and nothing is run again. */
  readonly isKnown: boolean;
}

async function reveal(page: ChatPage, chat: OpenedChat, { event, isKnown }: Revealed) {
  const before = page.read();
  if (event.kind === 'message') await (isKnown ? sized(page, event) : typed(page, event));
  page.fold((now) => foldChat(now, event));
  if (event.seq <= before.lastSeq || page.signal.aborted) return;
  if (isKnown) return event.kind === 'action' ? injectAgain(event, page) : undefined;
  // The outcome first, so that a page that is left in the middle of an action does it again, and the chat does not wait for ever.
  if (isAwaited(event)) await perform(page, chat, event);
  if (page.signal.aborted) return;
  chat.remember({ shownUpTo: event.seq });
  if (!isAwaited(event)) await perform(page, chat, event);
}

function isAwaited(event: ChatEvent): boolean {
  return event.kind === 'action' && event.action.expectsDedicatedReply === true;
}

/** Does what belongs to an event that is new. */
async function perform(page: ChatPage, chat: OpenedChat, event: ChatEvent): Promise<void> {
  if (event.kind === 'message') {
    page.options.tell?.({ kind: 'message', text: textIn(event.message.content['plainText']) });
  }
  const { sessionId } = chat.remembered();
  if (event.kind === 'action') await runAction(event, { page, chat: chat.outbox, sessionId });
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
  const picture = loadPicture(event.message, { longest: 2_000, signal: page.signal });
  await wait(typingTimeOf(event.message, settings, said.length === 0), page.signal);
  await picture;
}

/** After a reload the browser has the pictures already, so that their sizes are known at once. */
async function sized({ signal }: ChatPage, { message }: Extract<ChatEvent, { kind: 'message' }>) {
  await loadPicture(message, { longest: 300, signal });
}
