import { Failure } from '../errors.js';
import { Bot } from '../schema/bot.js';
import { WorkspaceRole } from '../schema/enums.js';
import { Member } from '../schema/member.js';
import { Workspace } from '../schema/workspace.js';
import type { Unit } from '../storage/orm.js';
import type { Caller } from './caller.js';

/** What somebody wants to do with a thing. */
export type Intent = 'read' | 'write';

/** The one table of rights: who may do what with the things of a workspace (authoring §4). Guests see what is shared with them. */
const rights: Readonly<Record<Intent, readonly WorkspaceRole[]>> = {
  read: [WorkspaceRole.ADMIN, WorkspaceRole.MEMBER],
  write: [WorkspaceRole.ADMIN, WorkspaceRole.MEMBER],
};

/**
 * The workspace, for a caller who may do this with it. Foreign and missing look the same: `WORKSPACE_NOT_FOUND`.
 */
export async function accessWorkspace(
  unit: Unit,
  request: { caller: Caller | undefined; workspaceId: string; intent: Intent },
): Promise<Workspace> {
  const { workspaceId, intent } = request;
  const caller = signedIn(request.caller);
  const mayDo = await isAllowed(unit, { caller, workspaceId, intent });
  const workspace = mayDo ? await unit.findOne(Workspace, { id: workspaceId }) : null;
  if (!workspace) throw new Failure('WORKSPACE_NOT_FOUND', 'Workspace not found');
  return workspace;
}

/** The bot, for a caller who may do this with it. Foreign, archived and missing look the same: `BOT_NOT_FOUND`. */
export async function accessBot(
  unit: Unit,
  request: { caller: Caller | undefined; botId: string; intent: Intent; withDraft?: boolean },
): Promise<Bot> {
  const { botId, intent, withDraft = false } = request;
  const caller = signedIn(request.caller);
  const bot = await findBot(unit, botId, withDraft);
  const mayDo = bot && (await isAllowed(unit, { caller, workspaceId: bot.workspaceId, intent }));
  if (!bot || !mayDo) throw botNotFound();
  return bot;
}

/**
 * The bot whose draft is to be previewed, and whether the caller may read it: without that right a preview runs
 * restricted (choices, "Chat"). Unlike the rest, the bot's id is enough to get in.
 */
export async function accessPreview(
  unit: Unit,
  request: { caller: Caller | undefined; botId: string },
): Promise<{ bot: Bot; isReader: boolean }> {
  const { caller, botId } = request;
  const bot = await findBot(unit, botId, true);
  if (!bot) throw botNotFound();
  const isReader =
    caller !== undefined &&
    (await isAllowed(unit, { caller, workspaceId: bot.workspaceId, intent: 'read' }));
  return { bot, isReader };
}

/** The caller, or `UNAUTHENTICATED` when there is none. */
export function signedIn(caller: Caller | undefined): Caller {
  if (!caller)
    throw new Failure('UNAUTHENTICATED', 'Send your token as Authorization: Bearer <token>');
  return caller;
}

function botNotFound(): Failure {
  return new Failure('BOT_NOT_FOUND', 'Bot not found');
}

async function findBot(unit: Unit, botId: string, withDraft: boolean): Promise<Bot | null> {
  return unit.findOne(
    Bot,
    { id: botId, isArchived: false },
    withDraft ? { populate: ['draft'] } : {},
  );
}

async function isAllowed(
  unit: Unit,
  request: { caller: Caller; workspaceId: string; intent: Intent },
): Promise<boolean> {
  const { caller, workspaceId, intent } = request;
  const member = await unit.findOne(Member, { workspaceId, userId: caller.userId });
  return member !== null && rights[intent].includes(member.role);
}
