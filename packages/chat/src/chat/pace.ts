import type { ChatEvent } from '@parley/client';
import { loadPicture } from '../messages/Picture.js';
import type { ChatPage } from './screen.js';
import { pauseBetween, typingTimeOf } from './typing.js';
import { wait } from './wait.js';

/** Waits as long as a person would take to write a message; not for a reply that was shown while it was streamed. */
export async function waitForTyping(
  page: ChatPage,
  event: Extract<ChatEvent, { kind: 'message' }>,
) {
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

/** Waits for the size of a picture that was shown before a reload, which the browser has in its cache. */
export async function waitForPicture(
  { signal }: ChatPage,
  { message }: Extract<ChatEvent, { kind: 'message' }>,
) {
  await loadPicture(message, { longest: 300, signal });
}
