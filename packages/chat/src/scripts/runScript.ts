import type { ChatPage } from '../chat/openChat.js';
import { inTime } from './inTime.js';
import { runInFrame } from './runInFrame.js';

/** Code of a bot's author, with the names of its arguments and their values. */
export interface Script {
  readonly content: string;
  readonly args: readonly (readonly [name: string, value: unknown])[];
}

/**
 * Runs code of a bot and gives what it returns. In a page of the bot's own (a custom domain) or of somebody who put the bot there,
 * it runs in that page. On the address of the server, which other people's bots and the sign-in share, it runs in a frame
 * that reaches neither the page nor its storage: see SECURITY.md.
 */
export async function runScript(
  script: Script,
  page: Pick<ChatPage, 'options' | 'signal'>,
): Promise<unknown> {
  if (page.options.scripts === 'frame') return runInFrame(script, page);
  return inTime(runInPage(script), page.signal);
}

/** Runs code of a bot in this page, and gives what it returns. */
export async function runInPage({ content, args }: Script): Promise<unknown> {
  const names = args.map(([name]) => name);
  return functionOf(names, content)(...args.map(([, value]) => value));
}

/** An asynchronous function with this body. */
export function functionOf(
  names: readonly string[],
  body: string,
): (...values: unknown[]) => Promise<unknown> {
  const AsyncFunction = (async () => undefined).constructor;
  // The constructor of functions makes one of these names and this body.
  return Reflect.construct(AsyncFunction, [...names, body]) as ReturnType<typeof functionOf>;
}
