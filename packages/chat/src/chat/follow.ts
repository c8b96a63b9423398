import { type ChatEvent, foldChat, watchChat } from '@parley/client';
import { hasOutcome, inject, runAction } from '../actions/runAction.js';
import { labelsOf } from '../inputs/inputProps.js';
import { recordOf, textIn } from '../json.js';
import type { OpenedChat } from './begin.js';
import type { Shown } from './chat.js';
import { RETRY } from './network.js';
import { isGone } from './outbox.js';
import { waitForPicture, waitForTyping } from './pace.js';
import type { ChatPage } from './screen.js';
import { wait } from './wait.js';

/**
 * Shows the events of a chat at the pace of a person who writes them, until the chat has ended or is gone from the server. One that a person
 * closed may be opened again: it then goes on.
 */
export async function follow(page: ChatPage, chat: OpenedChat): Promise<'ended' | 'lost'> {
  const { options, signal } = page;
  const { shownUpTo } = chat.remembered();
  chat.outbox.sendAll();
  try {
    for await (const event of eventsOf(page, chat)) {
      await reveal(page, chat, { event, isKnown: event.seq <= shownUpTo });
    }
  } catch (error) {
    if (!isGone(error)) throw error;
  }
  if (signal.aborted) return 'ended';
  chat.memory.forget();
  const { isEnded, status } = page.read();
  // The log of a deleted chat ends as well, without an end of the chat in it.
  if (!isEnded) {
    page.show({ isLost: true, isTyping: false });
    return 'lost';
  }
  options.tell?.({ kind: 'ended' });
  const goesOn = status === 'CLOSED' && (await isOpenAgain(page, chat));
  return goesOn ? follow(page, chat) : 'ended';
}

/** The events after those that are shown. */
function eventsOf({ options, signal, read }: ChatPage, chat: OpenedChat) {
  const { sessionId } = chat.remembered();
  const watch = { url: options.url, sessionId, transport: 'sse', signal, retry: RETRY } as const;
  return watchChat({ ...watch, after: read().lastSeq });
}

/** Milliseconds in which somebody who closed a chat may open it again for a visitor who still has it open. */
const MAY_GO_ON = 15 * 60_000;

/** Looks whether a closed chat goes on, ever more seldom. False once nobody has opened it again for long, or it is gone. */
async function isOpenAgain(page: ChatPage, chat: OpenedChat): Promise<boolean> {
  const until = Date.now() + MAY_GO_ON;
  for (let pause = 2_000; Date.now() < until; pause = Math.min(pause * 1.5, 30_000)) {
    await wait(pause, page.signal);
    if (page.signal.aborted) return false;
    try {
      for await (const _ of eventsOf(page, chat)) return true;
    } catch {
      return false;
    }
  }
  return false;
}

interface Revealed<Event = ChatEvent> {
  readonly event: Event;
  /** Whether it was shown before a reload: then it is shown at once, and nothing is run again. */
  readonly isKnown: boolean;
}

async function reveal(page: ChatPage, chat: OpenedChat, { event, isKnown }: Revealed) {
  const before = page.read();
  if (event.kind === 'message') await (isKnown ? waitForPicture : waitForTyping)(page, event);
  noteFiles(page, event);
  page.fold((now) => foldChat(now, event));
  if (event.seq <= before.lastSeq || page.signal.aborted) return;
  if (isKnown) return event.kind === 'action' ? inject(event, page) : undefined;
  // An action that the chat waits for is remembered when it is done: after a reload in the middle of it, it runs again.
  const isAwaited = hasOutcome(event);
  if (isAwaited) await perform(page, chat, event);
  if (page.signal.aborted) return;
  chat.remember({ shownUpTo: event.seq });
  if (!isAwaited) await perform(page, chat, event);
}

/** Stores the author's text about sent files, while their input is still known. */
function noteFiles({ read, show }: ChatPage, event: ChatEvent): void {
  const shown = read();
  const said = event.kind === 'heard' && fileTextOf(shown, event.text);
  if (said) show({ fileTexts: new Map(shown.fileTexts).set(event.text, said) });
}

/** Runs the action of a new event, and notifies the page around the chat. */
async function perform(page: ChatPage, chat: OpenedChat, event: ChatEvent): Promise<void> {
  if (event.kind === 'message') {
    if (event.isFromAgent) page.show({ isAgentTyping: false });
    page.options.tell?.({ kind: 'message', text: textIn(event.message.content['plainText']) });
  }
  // A reload from now on starts a new chat, even before the server has closed the stream.
  if (event.kind === 'turnEnd' && event.isEnded) chat.memory.forget();
  // Once it is open again, a reload goes on with it, unless another chat began meanwhile.
  const isTaken = event.kind === 'status' && event.status === 'PAUSED';
  if (isTaken && !chat.memory.read()) chat.memory.write(chat.remembered());
  const { sessionId } = chat.remembered();
  if (event.kind === 'action') await runAction(event, { page, chat: chat.outbox, sessionId });
}

/**
 * The author's text about files that a visitor has sent: `labels.success` of the input that asked for them. `text` has their
 * addresses. Empty if the author has set none.
 */
function fileTextOf({ input, answeredInput }: Shown, text: string): string {
  const asked = input ?? answeredInput;
  if (asked?.type !== 'file input') return '';
  const { single, multiple } = recordOf(labelsOf(asked)['success']);
  const count = text.split(', ').length;
  return count === 1 ? textIn(single) : textIn(multiple).replaceAll('{total}', String(count));
}
