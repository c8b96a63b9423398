import type { Settings } from '../theme/shapes.js';
import { storageOf, store } from './storage.js';

/** Whether a chat goes on when its page is loaded again, by the settings of the bot. */
export function goesOnAfterReload({ general = {} }: Settings): boolean {
  const { rememberUser, isNewResultOnRefreshEnabled } = general;
  return rememberUser?.isEnabled ?? isNewResultOnRefreshEnabled !== true;
}

/** Whether later visits with the same browser go on with the chat, and not only the same tab. */
export function isForBrowser(settings: Settings): boolean {
  return remembersUsers(settings) && settings.general?.rememberUser?.storage === 'local';
}

/**
 * The result of the visitor's last chat with a bot. The next chat goes on with its variables. Undefined if the visitor is not
 * remembered.
 */
export function rememberedResult(bot: string): string | undefined {
  const kept = KINDS.map((kind) => storageOf(kind)?.getItem(keyOf(bot)));
  return kept.find((resultId) => resultId) ?? undefined;
}

/** Remembers the result of a chat that has started, if and where the settings of the bot say so. */
export function rememberResult(
  bot: string,
  settings: Settings,
  resultId: string | undefined,
): void {
  const place = isForBrowser(settings) ? 'localStorage' : 'sessionStorage';
  for (const kind of KINDS) storageOf(kind)?.removeItem(keyOf(bot));
  if (resultId && remembersUsers(settings)) store(storageOf(place), keyOf(bot), resultId);
}

const KINDS = ['sessionStorage', 'localStorage'] as const;

function keyOf(bot: string): string {
  return `parley-result:${bot}`;
}

/** The server's rule for passing the values of a result to the next chat. */
function remembersUsers({ general = {} }: Settings): boolean {
  const { rememberUser, isNewResultOnRefreshEnabled } = general;
  return rememberUser?.isEnabled ?? isNewResultOnRefreshEnabled === false;
}
