import type { ServerResponse } from 'node:http';
import { breathe, LARGE } from '../eventLoop/steps.js';
import { isRecord } from '../graphql/record.js';
import type { Route } from './route.js';

/** The body of a reply, made from the parts of the operation's data that the route names. */
export function replyOf(route: Route, data: unknown): unknown {
  const { reply, respelled } = route;
  if (typeof reply === 'string') {
    const part = partAt(data, reply);
    return respelled ? respelled(part, data) : part;
  }
  const members = Object.entries(reply).map(([name, path]) => [name, shownAt(route, data, path)]);
  const whole: unknown = Object.fromEntries(members);
  return respelled ? respelled(whole, data) : whole;
}

function shownAt({ words }: Route, data: unknown, path: string): unknown {
  const part = partAt(data, path);
  return typeof part === 'string' ? (words?.[path]?.[part] ?? part) : part;
}

/** The part at a dotted path; null if something on the way is null. */
export function partAt(data: unknown, path: string): unknown {
  let part: unknown = data;
  for (const name of path.split('.')) {
    if (part === null || part === undefined) return null;
    part = isRecord(part) ? part[name] : undefined;
  }
  return part;
}

/** Sends a body as JSON. Before a large one, other requests get a turn of the event loop, unlike with `response.json` of express. */
export function sendJson(response: ServerResponse, body: unknown): Promise<void> | undefined {
  const text = JSON.stringify(body);
  if (text.length > LARGE) return breathe().then(() => sendBody(response, Buffer.from(text)));
  sendBody(response, text);
  return undefined;
}

/** Sends JSON. Large bodies are passed as bytes, so that the text is encoded once, not for its length and again to be sent. */
export function sendBody(response: ServerResponse, body: string | Buffer): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(body));
  response.end(body);
}
