import type { ChatPage } from '../chat/screen.js';
import { inTime } from './inTime.js';
import { runInFrame } from './runInFrame.js';
import { callScript, type Script } from './script.js';

/**
 * Runs code of a bot and returns its result. At the bot's own domain, and in a site that embeds the widget, it runs in the page.
 * At the address of the server, which other people's bots and the sign-in share, it runs in a frame that reaches neither the page
 * nor its storage: see SECURITY.md.
 */
export async function runScript(
  script: Script,
  page: Pick<ChatPage, 'options' | 'signal'>,
): Promise<unknown> {
  if (page.options.scripts === 'frame') return runInFrame(script, page);
  return inTime(callScript(script), page.signal);
}
