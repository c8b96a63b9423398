import { once } from 'node:events';
import { request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';

/** A request as it is to be on the wire: its path is sent as it is spelt. */
export interface RawAsked {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent in this many pieces; chunked, unless the headers say how long the whole is. */
  readonly parts?: readonly (string | Uint8Array)[];
}

/** What came back. */
export interface RawAnswer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** Asks a server without a client that would tidy the path, join the pieces of a body or measure it. */
export async function sendRaw(url: string, path: string, asked: RawAsked = {}): Promise<RawAnswer> {
  const answer = await openRaw(url, path, asked);
  let text = '';
  for await (const part of answer.setEncoding('utf8')) text += part;
  return { status: answer.statusCode ?? 0, headers: answer.headers, text };
}

/** The same for what may never end: settles with the head of the answer; destroy it when it was looked at. */
export async function openRaw(
  url: string,
  path: string,
  { method = 'GET', headers = {}, parts = [] }: RawAsked = {},
): Promise<IncomingMessage> {
  const { hostname, port } = new URL(url);
  const asking = request({ hostname, port, path, method, headers, agent: false });
  for (const part of parts) {
    // One after the other, so that they are not joined on the way.
    await new Promise((resolve) => asking.write(part, resolve));
  }
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]; // What Node says it is.
  return answer;
}
