import { BlockTypes, OpenEditor } from '@parley/client/dashboard';
import { basePath, client } from './server.js';

let ahead = /^\/b\/([^/]+)/.exec(location.pathname.slice(basePath.length))?.[1];

/** Reads the bot at the address of the page, and what draws it, while its screen is loaded and the server says who is signed in. */
export function readAhead(): void {
  if (ahead === undefined) return;
  void client.query(OpenEditor, { botId: ahead }).toPromise();
  void client.query(BlockTypes, {}).toPromise();
}

/** Whether a bot is read ahead for the first screen of the page. */
export function isReadAhead(botId: string): boolean {
  return botId === ahead;
}

/** Called once that screen is shown: what was read is not new for the next ones. */
export function forgetAhead(): void {
  ahead = undefined;
}
