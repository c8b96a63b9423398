import { Readable } from 'node:stream';
import { isPassing, type OpenedFile } from './channel.js';

/** The response of a service to a request for a file; undefined where the file is gone. Rejects where another attempt may help. */
export async function answerForFile(
  fetch: typeof globalThis.fetch,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response | undefined> {
  const response = await fetch(url, { headers });
  if (response.ok) return response;
  await response.body?.cancel();
  if (isPassing(response.status))
    throw new Error(`the file could not be fetched: ${response.status}`);
  return undefined;
}

/** The bytes of the response to a request for a file; undefined where it has none. */
export function contentOf({ body, headers }: Response): Omit<OpenedFile, 'type'> | undefined {
  if (!body) return undefined;
  // The length of compressed bytes says nothing of the file.
  const length = headers.has('content-encoding') ? null : headers.get('content-length');
  return { content: Readable.fromWeb(body), ...(length !== null && { size: Number(length) }) };
}
