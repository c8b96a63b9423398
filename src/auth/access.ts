import type { Pool } from 'pg';
import { commonFailure } from '../errors/commonFailure.js';
import { Failure } from '../errors/errors.js';
import { Bot } from '../schema/bot.js';
import { CollaborationType, holds, type TokenScope, type WorkspaceRole } from '../schema/enums.js';
import type { Invitation } from '../schema/invitation.js';
import type { ResultsView } from '../schema/resultsView.js';
import { Workspace } from '../schema/workspace.js';
import { loadChat, type ChatRow } from '../storage/hot/chats.js';
import type { Unit } from '../storage/orm.js';
import { findResultsView } from '../storage/resultsViews.js';
import { findMembership, type Membership } from '../storage/memberships.js';
import type { Caller } from './caller.js';
import {
  accountScopes,
  botRights,
  workspaceRights,
  type BotIntent,
  type Intent,
  type Right,
} from './rights.js';

export type { BotIntent, Intent } from './rights.js';

/** Whether archived bots are found: not at all, only those, or like any other. */
export type Archive = 'outside' | 'inside' | 'either';

/**
 * The workspace, for a caller who may do this with it (`rights.ts`). Workspaces of others and missing ones look the
 * same, and so does one that may only be seen: `WORKSPACE_NOT_FOUND`; one that may only be read is `FORBIDDEN`.
 */
export async function accessWorkspace(
  unit: Unit,
  request: { caller: Caller | undefined; workspaceId: string; intent: Intent },
): Promise<Workspace> {
  const { workspaceId, intent } = request;
  const right = workspaceRights[intent];
  const caller = callerWith(request.caller, right.scopes);
  const place = await placeOf(unit, caller, { workspaceId });
  const isReadable = covers(workspaceRights.read, place) || covers(right, place);
  const workspace = isReadable ? await unit.findOne(Workspace, { id: workspaceId }) : null;
  if (!workspace) throw commonFailure('WORKSPACE_NOT_FOUND');
  if (!covers(right, place)) {
    throw new Failure('FORBIDDEN', 'Only an admin of the workspace may do this');
  }
  return workspace;
}

/** The roles with which this may be done in a workspace. */
export function rolesThatMay(intent: Intent): readonly WorkspaceRole[] {
  return workspaceRights[intent].roles;
}

/** The scopes of which a token needs one to do this in a workspace. */
export function scopesFor(intent: Intent): readonly TokenScope[] {
  return workspaceRights[intent].scopes;
}

/** The scopes of which a token needs one to do this with a bot. */
export function botScopesFor(intent: BotIntent): readonly TokenScope[] {
  return botRights[intent].scopes;
}

/** The caller, for reading the results of bots they may read: `FORBIDDEN` for a token without a scope for results. */
export function accessResults(caller: Caller | undefined): Caller {
  return callerWith(caller, botRights.readResults.scopes);
}

/**
 * The bot, for a caller who may do this with it (`rights.ts`). Bots of others, archived and missing ones look the same:
 * `BOT_NOT_FOUND`; one that may only be read is `FORBIDDEN`. `archive` says which bots are found.
 */
export async function accessBot(
  unit: Unit,
  request: {
    caller: Caller | undefined;
    botId: string;
    intent: BotIntent;
    archive?: Archive;
  },
): Promise<Bot> {
  const { botId, intent, archive = 'outside' } = request;
  const right = botRights[intent];
  const caller = callerWith(request.caller, right.scopes);
  const bot = await findBot(unit, botId, archive);
  if (!bot) throw botNotFound();
  const { workspaceId } = bot;
  assertAllowed(intent, await placeOf(unit, caller, { workspaceId, botId }));
  return bot;
}

/**
 * The bot whose draft is to be previewed, and whether the caller may read it: without that right a preview runs
 * restricted. Unlike elsewhere, the id of the bot is enough for access.
 */
export async function accessPreview(
  unit: Unit,
  request: { caller: Caller | undefined; botId: string },
): Promise<{ bot: Bot; isReader: boolean }> {
  const { caller, botId } = request;
  const bot = await findBot(unit, botId, 'outside');
  if (!bot) throw botNotFound();
  return { bot, isReader: await mayPreview(unit, caller, bot) };
}

/** Whether a caller may change a bot; false where there is no such bot. */
export async function isWriterOf(
  unit: Unit,
  { caller, botId }: { caller: Caller | undefined; botId: string },
): Promise<boolean> {
  const bot = caller && (await findBot(unit, botId, 'outside'));
  if (!bot) return false;
  return mayChange(caller, await placeOf(unit, caller, { workspaceId: bot.workspaceId, botId }));
}

/**
 * How far a bot is shared with a person with this membership: for members of the workspace wholly. Fails with
 * `BOT_NOT_FOUND` when it is not shared.
 */
export function shareOf(place: Membership | undefined): CollaborationType {
  const share = shareAt(place);
  if (!share) throw botNotFound();
  return share;
}

/** Whether the sender of an invitation could still send it: checked again at the moment it is accepted. */
export async function isStillGiven(unit: Unit, invitation: Invitation): Promise<boolean> {
  const { inviterId: userId, workspaceId, botId, type } = invitation;
  if (userId === null) return false;
  if (botId === null || type === null) {
    return covers(workspaceRights.administer, await findMembership(unit, { userId, workspaceId }));
  }
  const isThere = (await unit.count(Bot, { id: botId, workspaceId })) > 0;
  const place = await findMembership(unit, { userId, workspaceId, botId });
  const share = shareAt(place);
  return isThere && covers(botRights.share, place) && share !== null && holds(share, type);
}

/**
 * Lets a caller through who may answer in a chat in place of its bot. A chat of a bot they may not read looks like a
 * missing one: `SESSION_NOT_FOUND`. Gives the chat as it was then.
 */
export async function accessChat(
  { unit, pool }: { unit: Unit; pool: Pool },
  { caller, sessionId }: { caller: Caller | undefined; sessionId: string },
): Promise<ChatRow> {
  callerWith(caller, botRights.converse.scopes);
  const notFound = commonFailure('SESSION_NOT_FOUND');
  const chat = await loadChat(pool, sessionId);
  if (!chat) throw notFound;
  try {
    await accessBot(unit, { caller, botId: chat.botId, intent: 'converse' });
    return chat;
  } catch (error) {
    throw error instanceof Failure && error.code === 'NOT_FOUND' ? notFound : error;
  }
}

/** Whether somebody who may read the results of its bot sees a view: all see shared ones, and each their own. */
export function seesView({ userId }: Caller, view: ResultsView): boolean {
  return view.isShared || view.userId === userId;
}

/**
 * A view of the results of a bot, for a caller who may change it: their own, or a shared one of a bot they may change. One they
 * do not see looks like a missing one: `RESULTS_VIEW_NOT_FOUND`; one they only see is `FORBIDDEN`.
 */
export async function accessResultsView(
  unit: Unit,
  request: { caller: Caller | undefined; resultsViewId: string },
): Promise<ResultsView> {
  const caller = botCaller(request.caller, 'keepViews');
  const view = await findResultsView(unit, request.resultsViewId);
  const bot = view && (await findBot(unit, view.botId, 'outside'));
  const at = bot && { workspaceId: bot.workspaceId, botId: bot.id };
  const place = at ? await placeOf(unit, caller, at) : undefined;
  if (!view || !allows('keepViews', place) || !seesView(caller, view)) {
    throw commonFailure('RESULTS_VIEW_NOT_FOUND');
  }
  if (view.userId !== caller.userId) assertAllowed('writeResults', place);
  return view;
}

/** The caller, if their token has one of the scopes for doing this with bots: `FORBIDDEN` otherwise. */
export function botCaller(caller: Caller | undefined, intent: BotIntent): Caller {
  return callerWith(caller, botRights[intent].scopes);
}

/** Whether a person with this membership may do this with a bot, scopes of tokens aside. */
export function allows(intent: BotIntent, place: Membership | undefined): boolean {
  return covers(botRights[intent], place);
}

/** Fails unless a membership allows this with a bot: `BOT_NOT_FOUND` where it may not be read, else `FORBIDDEN`. */
export function assertAllowed(intent: BotIntent, place: Membership | undefined): void {
  if (!allows('read', place)) throw botNotFound();
  if (allows(intent, place)) return;
  throw new Failure('FORBIDDEN', 'Your share of this bot does not allow this');
}

/** Whether a caller with this membership, who may read a bot, may also change it. */
export function mayChange(caller: Caller, place: Membership | undefined): boolean {
  return hasScope(caller, botRights.write.scopes) && covers(botRights.write, place);
}

/** Whether a caller with this membership, who may read a bot, may also answer in its chats. */
export function mayConverse(caller: Caller, place: Membership | undefined): boolean {
  return hasScope(caller, botRights.converse.scopes) && covers(botRights.converse, place);
}

/** Whether a caller with this role may do this with a workspace, scopes of tokens aside. */
export function mayEnter(
  caller: Caller,
  intent: Intent,
  { workspaceId, role }: { workspaceId: string; role: WorkspaceRole | undefined },
): boolean {
  return isFor(caller, workspaceId) && role !== undefined && rolesThatMay(intent).includes(role);
}

/** Whether a token is for this workspace, or for all of its owner's. */
export function isFor(caller: Caller, workspaceId: string): boolean {
  return caller.workspaceId === null || caller.workspaceId === workspaceId;
}

/** The caller's role in a workspace, if they have one and their token is for it. */
export async function roleOf(
  unit: Unit,
  { caller, workspaceId }: { caller: Caller | undefined; workspaceId: string },
): Promise<WorkspaceRole | undefined> {
  return caller && (await placeOf(unit, caller, { workspaceId }))?.role;
}

/** The caller, or `UNAUTHENTICATED` when there is none. */
export function signedIn(caller: Caller | undefined): Caller {
  if (!caller) throw commonFailure('UNAUTHENTICATED');
  return caller;
}

/** The caller, for an operation on their own account. A token for one workspace may not change it. */
export function accessAccount(caller: Caller | undefined, intent: 'read' | 'write'): Caller {
  const known = callerWith(caller, accountScopes[intent]);
  if (intent === 'write' && known.workspaceId !== null) {
    throw new Failure('FORBIDDEN', 'This token is for one workspace only');
  }
  return known;
}

/** The caller, if their token has one of these scopes: `FORBIDDEN` otherwise, whatever is accessed. */
export function callerWith(caller: Caller | undefined, scopes: readonly TokenScope[]): Caller {
  const known = signedIn(caller);
  if (hasScope(known, scopes)) return known;
  throw new Failure('FORBIDDEN', `This token needs one of the scopes ${scopes.join(', ')}`);
}

/** Whether the caller's token has one of these scopes. */
export function hasScope(caller: Caller, scopes: readonly TokenScope[]): boolean {
  return caller.scopes === null || caller.scopes.some((scope) => scopes.includes(scope));
}

/** The one look-up of a caller's membership; null with a token for another workspace. */
async function placeOf(
  unit: Unit,
  caller: Caller,
  at: { workspaceId: string; botId?: string },
): Promise<Membership | undefined> {
  if (!isFor(caller, at.workspaceId)) return undefined;
  return findMembership(unit, { ...at, userId: caller.userId });
}

function covers({ roles, shares }: Right, place: Membership | null | undefined): boolean {
  if (!place) return false;
  return roles.includes(place.role) || (place.share !== null && shares.includes(place.share));
}

async function mayPreview(unit: Unit, caller: Caller | undefined, bot: Bot): Promise<boolean> {
  if (!caller || !hasScope(caller, botRights.preview.scopes)) return false;
  const { id: botId, workspaceId } = bot;
  return covers(botRights.preview, await placeOf(unit, caller, { workspaceId, botId }));
}

/** How far a bot is shared with a person with this membership; null where it is not. */
function shareAt(place: Membership | undefined): CollaborationType | null {
  if (place && botRights.read.roles.includes(place.role)) return CollaborationType.FULL_ACCESS;
  return place?.share ?? null;
}

function botNotFound(): Failure {
  return commonFailure('BOT_NOT_FOUND');
}

/** Finds a bot without its draft, which the ORM would parse in one go: see `findDrafts`. */
async function findBot(unit: Unit, botId: string, archive: Archive): Promise<Bot | null> {
  const isArchived = archive === 'inside';
  return unit.findOne(Bot, { id: botId, ...(archive !== 'either' && { isArchived }) });
}
