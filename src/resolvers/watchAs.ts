import { rightsTopic, type Context, type Watch } from '../context/context.js';

/**
 * Watches a log in the caller's name: a person who is removed from a workspace, or loses a share, is woken, too, and
 * their streams end at once instead of with the next event.
 */
export async function watchAs(context: Context, topic: string): Promise<Watch> {
  const caller = await context.caller();
  return context.wakeUps.watch(topic, ...(caller ? [rightsTopic(caller.userId)] : []));
}
