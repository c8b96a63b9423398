import {
  ParleyError,
  randomKey,
  startChat,
  startPreview,
  type ChatStarted,
  type JsonObject,
} from '@parley/client';
import { recordOf, textIn } from '../json.js';
import { warnOfServer } from './failureState.js';
import type { Remembered } from './memory.js';
import { RETRY } from './network.js';
import { rememberedResult } from './rememberUser.js';
import type { ChatPage } from './screen.js';
import { storageOf, store } from './storage.js';

/** The request that starts a chat. It is stored, so that a page that is reloaded meanwhile repeats it, and one chat starts. */
interface StartCall {
  readonly idempotencyKey: string;
  readonly timeZone: string;
  readonly locale: string;
  /** The result of an earlier chat of this visitor, which this one goes on with. */
  readonly resultId?: string | undefined;
  readonly prefilledVariables?: JsonObject | undefined;
}

/** Starts the chat of a page: one chat, however often the page is reloaded before the server has answered. */
export async function startOnce(page: ChatPage, name: string): Promise<Remembered> {
  try {
    const { sessionId, resultId, bot } = await startUntilAnswered(page, callOf(page.options, name));
    page.show({ isOffline: false, stopped: undefined, isTyping: true });
    return { sessionId, resultId, bot, shownUpTo: 0, unsent: [] };
  } catch (error) {
    // A refused request is not repeated with the same key.
    if (!page.signal.aborted) forgetStart(name);
    throw error;
  }
}

/** The attempts that may fail, within about two seconds, before the page shows that the server cannot be reached. */
const QUIET_ATTEMPTS = 4;

/** Tries until the server answers, and shows when it cannot be reached. */
async function startUntilAnswered(page: ChatPage, start: StartCall): Promise<ChatStarted> {
  const { options, signal, show } = page;
  const { url, bot: publicId, flow, exampleId: botId, startPreview: startElsewhere } = options;
  const attempt = async (attempts: number): Promise<ChatStarted> => {
    const call = { url, ...start, signal, retry: { ...RETRY, attempts } };
    if (startElsewhere) return startElsewhere();
    if (!flow) return startChat({ ...call, publicId });
    return startPreview({ ...call, ...(botId === undefined ? { flow } : { botId }) });
  };
  try {
    return await attempt(QUIET_ATTEMPTS);
  } catch (error) {
    if (signal.aborted || !(error instanceof ParleyError && error.isPassing)) throw error;
    if (navigator.onLine) warnOfServer(options, error);
    show({ isOffline: !navigator.onLine, stopped: 'unreachable', isTyping: false });
    return attempt(Infinity);
  }
}

/** Deletes the stored request, once the chat itself is remembered or another one is to start. */
export function forgetStart(name: string): void {
  storageOf('sessionStorage')?.removeItem(keyOf(name));
}

function keyOf(name: string): string {
  return `parley-start:${name}`;
}

/** The languages that the server takes at most. */
const MOST_LANGUAGES = 5;

function callOf(
  { flow, prefilledVariables, locale }: ChatPage['options'],
  name: string,
): StartCall {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const wanted = locale ?? navigator.languages.slice(0, MOST_LANGUAGES).join(',');
  const call = { idempotencyKey: randomKey(), timeZone, locale: wanted, prefilledVariables };
  if (flow) return call;
  const storage = storageOf('sessionStorage');
  const known = parsed(storage?.getItem(keyOf(name)) ?? '');
  if (known) return known;
  const start = { ...call, resultId: rememberedResult(name) };
  store(storage, keyOf(name), JSON.stringify(start));
  return start;
}

function parsed(text: string): StartCall | undefined {
  try {
    const call = recordOf(JSON.parse(text));
    const { idempotencyKey, timeZone, locale, resultId, prefilledVariables } = call;
    if (textIn(idempotencyKey) === '') return undefined;
    return {
      idempotencyKey: textIn(idempotencyKey),
      timeZone: textIn(timeZone),
      locale: textIn(locale),
      resultId: textIn(resultId) || undefined,
      prefilledVariables:
        prefilledVariables === undefined ? undefined : recordOf(prefilledVariables),
    };
  } catch {
    return undefined;
  }
}
