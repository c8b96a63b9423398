import type { ChatPage } from '../chat/screen.js';
import { recordOf, textIn } from '../json.js';
import { runInFrame } from '../scripts/runScript.js';

/** The timeout of a request, in milliseconds. */
const WITHIN = 60_000;

/**
 * Sends a request from the page and returns its outcome as the JSON that the bot waits for. Where scripts run in a
 * frame, people sign in at the same address, and a bot must not act as them: its requests carry no cookies, and those
 * to that address are sent from a frame of another origin.
 */
export async function callWebhook(
  payload: Readonly<Record<string, unknown>>,
  page: Pick<ChatPage, 'options' | 'signal'>,
): Promise<string> {
  const url = textIn(payload['url']);
  const init = initOf(payload, page.options);
  const isInFrame = page.options.scripts === 'frame' && isOfThisOrigin(url);
  try {
    const { status, text } = recordOf(
      isInFrame
        ? await runInFrame({ content: ASK, args: Object.entries({ url, init }) }, page)
        : await ask(url, init, page.signal),
    );
    return JSON.stringify({ statusCode: status, data: dataOf(textIn(text)) });
  } catch (error) {
    return JSON.stringify({ statusCode: 500, data: { error: String(error) } });
  }
}

/** What `ask` does, in a frame. */
const ASK =
  'const response = await fetch(url, init); return { status: response.status, text: await response.text() }';

async function ask(url: string, init: RequestInit, signal: AbortSignal): Promise<unknown> {
  const within = AbortSignal.any([signal, AbortSignal.timeout(WITHIN)]);
  const response = await fetch(url, { ...init, signal: within });
  return { status: response.status, text: await response.text() };
}

function initOf(
  { method, headers, body }: Readonly<Record<string, unknown>>,
  { scripts }: ChatPage['options'],
): RequestInit {
  const hasBody = method !== 'GET' && method !== 'HEAD' && body !== undefined && body !== null;
  return {
    method: textIn(method) || 'GET',
    // The server has made each header a text.
    headers: (headers ?? {}) as Record<string, string>,
    credentials: scripts === 'frame' ? 'omit' : 'same-origin',
    ...(hasBody && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  };
}

function isOfThisOrigin(url: string): boolean {
  return URL.canParse(url, location.href) && new URL(url, location.href).origin === location.origin;
}

function dataOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
