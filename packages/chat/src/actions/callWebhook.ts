import type { ChatPage } from '../chat/screen.js';
import { textIn } from '../json.js';

/** Milliseconds after which a request is given up. */
const WITHIN = 60_000;

/**
 * Sends a request from the page, and returns its outcome as the JSON that the bot waits for. At the address of the server, where
 * people sign in, it carries no cookies: otherwise a bot could act as the person who chats with it.
 */
export async function callWebhook(
  payload: Readonly<Record<string, unknown>>,
  { options, signal }: Pick<ChatPage, 'options' | 'signal'>,
): Promise<string> {
  const { url, method, headers, body } = payload;
  const hasBody = method !== 'GET' && method !== 'HEAD' && body !== undefined && body !== null;
  try {
    const response = await fetch(textIn(url), {
      method: textIn(method) || 'GET',
      // The server has made each header a text.
      headers: (headers ?? {}) as Record<string, string>,
      credentials: options.scripts === 'frame' ? 'omit' : 'same-origin',
      signal: AbortSignal.any([signal, AbortSignal.timeout(WITHIN)]),
      ...(hasBody && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return JSON.stringify({ statusCode: response.status, data: dataOf(await response.text()) });
  } catch (error) {
    return JSON.stringify({ statusCode: 500, data: { error: String(error) } });
  }
}

function dataOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}
