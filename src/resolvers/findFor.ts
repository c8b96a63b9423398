import {
  callerWith,
  mayEnter,
  scopesFor,
  type Intent,
  allows,
  botCaller,
  isFor,
  type BotIntent,
} from '../auth/access.js';
import type { Context } from '../context/context.js';
import type { Workspace } from '../schema/workspace.js';
import type { Bot } from '../schema/bot.js';
import { Failure } from '../errors/errors.js';

/** Whether the caller may read a workspace. Having a shared bot of it is not enough. Checks of one tick are one statement. */
export async function mayReadWorkspace(context: Context, workspaceId: string): Promise<boolean> {
  return mayDo(context, workspaceId, 'read');
}

/**
 * The workspace with this id, if the caller has the right `intent`; else null, as for a missing workspace. Loads of one tick are one
 * statement, and their checks another.
 */
export async function findWorkspaceFor(
  context: Context,
  workspaceId: string,
  intent: Intent,
): Promise<Workspace | null> {
  const [workspace, isAllowed] = await Promise.all([
    context.loaders().workspace.load(workspaceId),
    mayDo(context, workspaceId, intent),
  ]);
  return (isAllowed && workspace) || null;
}

async function mayDo(context: Context, workspaceId: string, intent: Intent): Promise<boolean> {
  const caller = callerWith(await context.caller(), scopesFor(intent));
  const { userId } = caller;
  const role = await context.loaders().role.load({ userId, workspaceId });
  return mayEnter(caller, intent, { workspaceId, role });
}

/**
 * The bot with this id, if it is not archived and the caller has the right `intent`; else null, as for a missing bot. Loads of one tick are
 * one statement, and their checks another.
 */
export async function findBotFor(
  context: Context,
  botId: string,
  intent: BotIntent,
): Promise<Bot | null> {
  const caller = botCaller(await context.caller(), intent);
  const { bot, place } = context.loaders();
  const [loadedBot, membership] = await Promise.all([
    bot.load(botId),
    place.load({ userId: caller.userId, botId }),
  ]);
  if (!loadedBot || loadedBot.isArchived || !isFor(caller, loadedBot.workspaceId)) return null;
  return allows(intent, membership) ? loadedBot : null;
}

/** The object, or null where loading it fails with `NOT_FOUND`: queries return null for what is absent. */
export async function orNull<T>(sought: Promise<T>): Promise<T | null> {
  try {
    return await sought;
  } catch (error) {
    if (error instanceof Failure && error.code === 'NOT_FOUND') return null;
    throw error;
  }
}

/**
 * Fails with `FORBIDDEN` unless the caller may read a workspace. Every list of a workspace checks this, because guests can reach the
 * workspace through a bot that is shared with them. They know that it exists, so it need not look missing.
 */
export async function assertInside({ id }: Workspace, context: Context): Promise<void> {
  if (await mayReadWorkspace(context, id)) return;
  throw new Failure('FORBIDDEN', 'Guests may not read this');
}
