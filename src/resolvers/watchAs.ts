import { rightsTopic, type Context, type Watch } from '../context/context.js';

/**
 * Watches a topic in the caller's name. Changes to the caller's rights also wake the watch, so that a removed person's stream ends at once
 * and not with the next event.
 */
export async function watchAs(context: Context, topic: string): Promise<Watch> {
  const caller = await context.caller();
  return context.wakeUps.watch(topic, ...(caller ? [rightsTopic(caller.userId)] : []));
}
