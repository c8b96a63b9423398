import type { Settings } from '../theme/shapes.js';
import type { Memory, Remembered } from './memory.js';
import { goesOnAfterReload } from './rememberUser.js';

/** The chat that a memory holds. After a reload it is deleted if the settings of the bot want a new chat then. */
export function recallChat(memory: Memory): Remembered | undefined {
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
