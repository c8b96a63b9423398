import type { ChatStarted } from '@parley/client';
import type { Settings, Theme } from '../theme/shapes.js';
import type { ChatOptions } from './chat.js';
import {
  type Memory,
  noMemory,
  openMemory,
  type Remembered,
  withUnsentOfOthers,
} from './memory.js';
import { openOutbox } from './outbox.js';
import { goesOnAfterReload, isForBrowser, rememberResult } from './rememberUser.js';
import type { ChatPage } from './screen.js';
import { forgetStart, startOnce } from './startOnce.js';

/** A chat with its outbox, and with what the browser remembers of it. */
export interface OpenedChat {
  readonly memory: Memory;
  readonly outbox: ReturnType<typeof openOutbox>;
  remembered(): Remembered;
  remember(next: Partial<Remembered>): void;
}

/** Opens the chat that the browser remembers, or starts one. */
export async function begin(page: ChatPage): Promise<OpenedChat> {
  const { options } = page;
  const name = nameOf(options);
  const ofTab = options.flow ? noMemory : openMemory(name, 'sessionStorage');
  const ofBrowser = options.flow ? noMemory : openMemory(name, 'localStorage');
  const known = recallChat(ofTab) ?? recallChat(ofBrowser);
  const remembered = known ?? (await startOnce(page, name));
  const { sessionId, resultId, shownUpTo } = remembered;
  const { theme, settings } = shapesOf(remembered.bot);
  const memory = isForBrowser(settings) ? ofBrowser : ofTab;
  memory.write(remembered);
  if (!options.flow) rememberResult(name, settings, resultId);
  forgetStart(name);
  page.show({ theme, settings, knownUpTo: shownUpTo });
  options.tell?.({ kind: 'started', sessionId, resultId });
  return openedChat(page, memory, remembered);
}

/** Deletes what the browser remembers: the chat, and the request that starts one. */
export function forget(options: ChatOptions, chat: OpenedChat | undefined): void {
  chat?.memory.forget();
  forgetStart(nameOf(options));
}

/** The name under which the browser remembers chats with a bot. */
function nameOf({ url, bot }: ChatOptions): string {
  return `${new URL(url).host}/${bot}`;
}

/** Both are part of the reply to a start; docs/openapi.json has their shapes. */
function shapesOf(bot: ChatStarted['bot']): { theme: Theme; settings: Settings } {
  return { theme: bot.theme, settings: bot.settings };
}

function openedChat(page: ChatPage, memory: Memory, first: Remembered): OpenedChat {
  let remembered = first;
  const remember = (next: Partial<Remembered>): void => {
    const before = remembered;
    remembered = { ...before, ...next };
    const stored = memory.read();
    // Another tab may have ended the chat, or started another.
    if (stored?.sessionId !== before.sessionId) return;
    memory.write(withUnsentOfOthers(remembered, { before, stored }));
  };
  const outbox = openOutbox(page, { read: () => remembered, remember });
  return { memory, outbox, remembered: () => remembered, remember };
}

/** The chat that a memory holds. After a reload it is deleted if the settings of the bot want a new chat then. */
function recallChat(memory: Memory): Remembered | undefined {
  const remembered = memory.read();
  if (!remembered || !wasReloaded()) return remembered;
  // Part of the reply to a start; docs/openapi.json has their shape.
  const settings: Settings = remembered.bot.settings;
  if (goesOnAfterReload(settings)) return remembered;
  memory.forget();
  return undefined;
}

/**
 * Whether the visitor has reloaded the page. Coming back to it, for example from the page of a bank, is not a reload; nor is it
 * when the browser loads a tab again that it had discarded to save memory.
 */
function wasReloaded(): boolean {
  const [visit] = performance.getEntriesByType('navigation');
  const isReload = visit instanceof PerformanceNavigationTiming && visit.type === 'reload';
  return isReload && !('wasDiscarded' in document && document.wasDiscarded === true);
}
