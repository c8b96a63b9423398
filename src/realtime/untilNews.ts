import type { WakeUps } from '../context.js';

/** Settles at the next wake-up of a thing, or after so many milliseconds: for those who look once and do not watch. */
export async function untilNews(wakeUps: WakeUps, id: string, atMost: number): Promise<void> {
  const watch = wakeUps.watch(id);
  const timer = setTimeout(() => watch.close(), atMost);
  await watch.next();
  clearTimeout(timer);
  watch.close();
}
