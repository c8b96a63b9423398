import { textIn } from './payload.js';

/** Sends a request from the page, and gives its outcome as the JSON that the bot waits for. */
export async function callWebhook(
  payload: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<string> {
  const { url, method, headers, body } = payload;
  const hasBody = method !== 'GET' && method !== 'HEAD' && body !== undefined && body !== null;
  try {
    const response = await fetch(textIn(url), {
      method: textIn(method) || 'GET',
      // The server makes a text of each header.
      headers: (headers ?? {}) as Record<string, string>,
      signal,
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
