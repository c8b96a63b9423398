import { withSent } from '@parley/client';
import { begin, forget, type OpenedChat } from './begin.js';
import type { Answer, Chat, ChatOptions } from './chat.js';
import { failureState } from './failureState.js';
import { follow } from './follow.js';
import { showOffline } from './network.js';
import { isCommand, questionIn } from './outbox.js';
import { openScreen, type ChatPage, type Screen } from './screen.js';
import { showTypists, tellText, tellTyping } from './typists.js';

/** Opens the chat of a bot in this page: one that was left unfinished goes on, otherwise a new one starts. */
export function openChat(options: ChatOptions): Chat {
  const screen = openScreen();
  let running = new AbortController();
  let current: OpenedChat | undefined;
  const early: Answer[] = []; // Given before the chat had started.
  const take = (answer: Answer): void =>
    current ? sendFrom(screen, options, { answer, chat: current }) : void early.push(answer);
  const start = (): void => {
    running.abort();
    running = new AbortController();
    current = undefined;
    screen.clear();
    const page = { options, signal: running.signal, ...screen };
    const begun = (opened: OpenedChat): void => {
      current = opened;
      early.splice(0).forEach(take);
    };
    void runChat(page, begun).then((isGone) => isGone && restart());
  };
  const restart = (): void => {
    forget(options, current);
    start();
  };
  start();
  return {
    options,
    subscribe: screen.subscribe,
    get sessionId() {
      return current?.remembered().sessionId;
    },
    get shown() {
      return screen.read();
    },
    ...{ restart, retry: start, answer: take },
    typed: (text) => tellTyped({ options, signal: running.signal, ...screen }, text, current),
    prefill: (draft) => screen.show({ draft }),
    close: () => running.abort(),
  };
}

/** Shows a person who has taken the chat over that the visitor types, if the site wants that; and what, if the settings of the bot say so. */
function tellTyped(page: ChatPage, text: string, chat: OpenedChat | undefined): void {
  const { status, settings } = page.read();
  if (!chat || status !== 'PAUSED') return;
  const { sessionId } = chat.remembered();
  if (settings.general?.isTypedTextShown === true) void tellText(page, sessionId, text);
  else if (page.options.showsTyping && text !== '') void tellTyping(page.options.url, sessionId);
}

/** Shows a chat to its end. True if the browser remembered a chat that is gone from the server, so that a new one has to start. */
async function runChat(page: ChatPage, begun: (chat: OpenedChat) => void): Promise<boolean> {
  showOffline(page);
  try {
    const opened = await begin(page);
    if (page.signal.aborted) return false;
    // Before messages since then, which are shown when they are sent.
    for (const { text } of opened.remembered().unsent) {
      if (text !== undefined) page.fold((now) => withSent(now, text));
    }
    begun(opened);
    if (page.options.showsTyping) void showTypists(page, opened.remembered().sessionId);
    const end = await follow(page, opened);
    return end === 'lost' && page.read().lastSeq === 0 && !page.signal.aborted;
  } catch (error) {
    if (!page.signal.aborted) page.show(failureState(error, page.options));
    return false;
  }
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
  if (!isCommand(answer.message)) tell?.({ kind: 'answered', text: answer.text });
  chat.outbox.add(answer, question);
}
