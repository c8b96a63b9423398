import type { ChatEvent } from '@parley/client';
import { loadPicture } from '../messages/pictureSizes.js';
import type { ChatPage } from './screen.js';
import { pauseBetween, typingTimeOf } from './typing.js';
import { wait } from './wait.js';

/** Waits as long as the message takes to write; a reply that was streamed has been read already. */
export async function typed(page: ChatPage, event: Extract<ChatEvent, { kind: 'message' }>) {
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
export async function sized(
  { signal }: ChatPage,
  { message }: Extract<ChatEvent, { kind: 'message' }>,
) {
  await loadPicture(message, { longest: 300, signal });
}
