import type { ServerResponse } from 'node:http';
import { breathe, LARGE } from '../eventLoop/steps.js';
import type { Route } from './route.js';

/** The body of a reply: the parts of an operation's data that the route names. */
export function replyOf(route: Route, data: unknown): unknown {
  if (typeof route.reply === 'string') return partAt(data, route.reply);
  const members = Object.entries(route.reply);
  return Object.fromEntries(members.map(([name, path]) => [name, partAt(data, path)]));
}

/** The part at a dotted path; null when something on the way is null. */
export function partAt(data: unknown, path: string): unknown {
  let part: unknown = data;
  for (const name of path.split('.')) {
    if (part === null || part === undefined) return null;
    part = Reflect.get(Object(part), name);
  }
  return part;
}

/** Answers with JSON. Before a large answer other requests are served, which `response.json` of express would not do. */
export function sendJson(response: ServerResponse, body: unknown): Promise<void> | undefined {
  const text = JSON.stringify(body);
  if (text.length > LARGE) return breathe().then(() => sendText(response, text));
  sendText(response, text);
  return undefined;
}

/** Answers with a text that is JSON. */
export function sendText(response: ServerResponse, text: string): void {
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Content-Length', Buffer.byteLength(text));
  response.end(text);
}
