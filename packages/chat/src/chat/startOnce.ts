import { randomKey, startChat, startPreview, type JsonObject } from '@parley/client';
import { recordOf, textIn } from '../json.js';
import { storageOf, type Remembered } from './memory.js';
import { RETRY } from './network.js';
import type { ChatPage } from './screen.js';

/** What a chat is started with. A page that is loaded again meanwhile sends the same, so that one chat is started. */
interface StartCall {
  readonly idempotencyKey: string;
  readonly timeZone: string;
  readonly prefilledVariables?: JsonObject | undefined;
}

/** Starts the chat of a page, once for each name however often the page is loaded before the server has answered. */
export async function startOnce(page: ChatPage, name: string): Promise<Remembered> {
  const { options, signal, show } = page;
  const { url, bot: publicId, flow, exampleId: botId } = options;
  const call = { url, ...callOf(options, name), signal, retry: RETRY };
  const waiting = setTimeout(() => show({ isOffline: !navigator.onLine }), 2_000);
  const starting = flow
    ? startPreview({ ...call, ...(botId === undefined ? { flow } : { botId }) })
    : startChat({ ...call, publicId });
  try {
    const { sessionId, resultId, bot } = await starting;
    show({ isOffline: false });
    return { sessionId, resultId, bot, shownUpTo: 0, unsent: [] };
  } catch (error) {
    // What was refused is not asked again with the same key.
    if (!signal.aborted) forgetStart(name);
    throw error;
  } finally {
    clearTimeout(waiting);
  }
}

/** Forgets a start: that of a chat which is remembered by now, or is not wanted any more. */
export function forgetStart(name: string): void {
  storageOf('sessionStorage')?.removeItem(keyOf(name));
}

function keyOf(name: string): string {
  return `parley-start:${name}`;
}

function callOf({ flow, prefilledVariables }: ChatPage['options'], name: string): StartCall {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const call = { idempotencyKey: randomKey(), timeZone, prefilledVariables };
  if (flow) return call;
  const storage = storageOf('sessionStorage');
  const known = parsed(storage?.getItem(keyOf(name)) ?? '');
  if (known) return known;
  try {
    storage?.setItem(keyOf(name), JSON.stringify(call));
  } catch {
    // The storage is full: a reload now starts another chat.
  }
  return call;
}

function parsed(text: string): StartCall | undefined {
  try {
    const { idempotencyKey, timeZone, prefilledVariables } = recordOf(JSON.parse(text));
    if (textIn(idempotencyKey) === '') return undefined;
    const call = { idempotencyKey: textIn(idempotencyKey), timeZone: textIn(timeZone) };
    return prefilledVariables === undefined
      ? call
      : { ...call, prefilledVariables: recordOf(prefilledVariables) };
  } catch {
    return undefined;
  }
}
