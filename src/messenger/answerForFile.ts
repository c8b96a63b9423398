import { isPassing } from './channel.js';

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
