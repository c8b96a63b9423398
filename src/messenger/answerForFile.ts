import { Readable } from 'node:stream';
import { isPassing, type OpenedFile } from './channel.js';

/** The answer of a service that is asked for a file; undefined where it is gone. Rejects where another attempt may help. */
export async function answerForFile(
  fetch: typeof globalThis.fetch,
  url: string,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response | undefined> {
  const answer = await fetch(url, { headers });
  if (answer.ok) return answer;
  await answer.body?.cancel();
  if (isPassing(answer.status)) throw new Error(`the file could not be fetched: ${answer.status}`);
  return undefined;
}

/** The bytes of the answer to a request for a file; undefined where it has none. */
export function contentOf({ body, headers }: Response): Omit<OpenedFile, 'type'> | undefined {
  if (!body) return undefined;
  // The length of compressed bytes says nothing of the file.
  const length = headers.has('content-encoding') ? null : headers.get('content-length');
  return { content: Readable.fromWeb(body), ...(length !== null && { size: Number(length) }) };
}
