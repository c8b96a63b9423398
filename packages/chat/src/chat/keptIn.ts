import type { Settings } from '../theme/shapes.js';
import type { Memory, Remembered } from './memory.js';
import { goesOnAfterReload } from './rememberUser.js';

/** What is remembered of a chat, unless its page was loaded again and the settings of the bot want another chat then. */
export function keptIn(memory: Memory): Remembered | undefined {
  const remembered = memory.read();
  if (!remembered || !wasReloaded()) return remembered;
  // The reply of a start describes them; docs/openapi.json has their shape.
  const settings: Settings = remembered.bot.settings;
  if (goesOnAfterReload(settings)) return remembered;
  memory.forget();
  return undefined;
}

/**
 * Whether somebody has loaded the page again: not that they came back to it, as from the page of a bank, nor that the browser had put
 * it away to save memory.
 */
function wasReloaded(): boolean {
  const [visit] = performance.getEntriesByType('navigation');
  const isReload = visit instanceof PerformanceNavigationTiming && visit.type === 'reload';
  return isReload && !('wasDiscarded' in document && document.wasDiscarded === true);
}
