import type { Settings } from '../theme/shapes.js';
import { storageOf, store } from './storage.js';

/** Whether a chat goes on when its page is loaded again, by the settings of the bot. */
export function goesOnAfterReload({ general = {} }: Settings): boolean {
  const { rememberUser, isNewResultOnRefreshEnabled } = general;
  return rememberUser?.isEnabled ?? isNewResultOnRefreshEnabled !== true;
}

/** Whether another visit of the same browser goes on with the chat, and not only the same tab. */
export function isForBrowser(settings: Settings): boolean {
  return remembersUsers(settings) && settings.general?.rememberUser?.storage === 'local';
}

/**
 * The result of the last chat with a bot, which the next one goes on with: its variables are those of the visitor still. Undefined
 * where nobody is remembered.
 */
export function rememberedResult(bot: string): string | undefined {
  const kept = KINDS.map((kind) => storageOf(kind)?.getItem(keyOf(bot)));
  return kept.find((resultId) => resultId) ?? undefined;
}

/** Remembers the result of a chat that has started, where the settings of the bot say; nowhere else. */
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

/** The rule of the server, which gives the values of a result to the next chat only where this holds. */
function remembersUsers({ general = {} }: Settings): boolean {
  const { rememberUser, isNewResultOnRefreshEnabled } = general;
  return rememberUser?.isEnabled ?? isNewResultOnRefreshEnabled === false;
}
