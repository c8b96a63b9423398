import { rightsTopic, type Context, type Watch } from '../context/context.js';

/**
 * Watches a thing in the caller's name: whoever is taken out of a workspace, or loses a share, is woken too, and their
 * streams end at once instead of with the next event (issue 4, "Access").
 */
export async function watchAs(context: Context, topic: string): Promise<Watch> {
  const caller = await context.caller();
  return context.wakeUps.watch(topic, ...(caller ? [rightsTopic(caller.userId)] : []));
}
