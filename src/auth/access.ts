import type { Pool } from 'pg';
import { commonFailure } from '../errors/commonFailure.js';
import { Failure } from '../errors/errors.js';
import { Bot } from '../schema/bot.js';
import { CollaborationType, holds, type TokenScope, type WorkspaceRole } from '../schema/enums.js';
import type { Invitation } from '../schema/invitation.js';
import type { ChatsView } from '../schema/chatsView.js';
import type { ResultsView } from '../schema/resultsView.js';
import { Workspace } from '../schema/workspace.js';
import { loadChat, type ChatRow } from '../storage/hot/chats.js';
import type { Unit } from '../storage/orm.js';
import { isSeenBy, resultsViews } from '../storage/savedViews.js';
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

/** Which bots are found: those outside of the archive, those in it, or both. */
export type Archive = 'outside' | 'inside' | 'either';

/**
 * Loads a workspace for a caller with the right `intent` (`rights.ts`). Workspaces that the caller may not read, or only see, fail like
 * missing ones: `WORKSPACE_NOT_FOUND`; those that they may only read are `FORBIDDEN`.
 */
export async function accessWorkspace(
  unit: Unit,
  request: { caller: Caller | undefined; workspaceId: string; intent: Intent },
): Promise<Workspace> {
  const { workspaceId, intent } = request;
  const right = workspaceRights[intent];
  const caller = callerWith(request.caller, right.scopes);
  const membership = await placeOf(unit, caller, { workspaceId });
  const isReadable = covers(workspaceRights.read, membership) || covers(right, membership);
  const workspace = isReadable ? await unit.findOne(Workspace, { id: workspaceId }) : null;
  if (!workspace) throw commonFailure('WORKSPACE_NOT_FOUND');
  if (!covers(right, membership)) {
    throw new Failure('FORBIDDEN', 'Only an admin of the workspace may do this');
  }
  return workspace;
}

/** The roles with a right in a workspace. */
export function rolesThatMay(intent: Intent): readonly WorkspaceRole[] {
  return workspaceRights[intent].roles;
}

/** The scopes for a right in a workspace, of which a token needs one. */
export function scopesFor(intent: Intent): readonly TokenScope[] {
  return workspaceRights[intent].scopes;
}

/** The scopes for a right to a bot, of which a token needs one. */
export function botScopesFor(intent: BotIntent): readonly TokenScope[] {
  return botRights[intent].scopes;
}

/** The caller, for reading the results of bots that they may read. Fails with `FORBIDDEN` for a token without a scope for results. */
export function accessResults(caller: Caller | undefined): Caller {
  return callerWith(caller, botRights.readResults.scopes);
}

/**
 * Loads a bot for a caller with the right `intent` (`rights.ts`). Bots that the caller may not read fail like missing ones:
 * `BOT_NOT_FOUND`; those that they may only read are `FORBIDDEN`. `archive` says which bots are found.
 */
export async function accessBot(
  unit: Unit,
  request: { caller: Caller | undefined; botId: string; intent: BotIntent; archive?: Archive },
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
 * Loads the bot whose draft is previewed, and whether the caller may read it: without that right the preview runs restricted. Unlike
 * elsewhere, the id of the bot is enough.
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

/** Whether a caller may change a bot; false if it does not exist. */
export async function isWriterOf(
  unit: Unit,
  { caller, botId }: { caller: Caller | undefined; botId: string },
): Promise<boolean> {
  const bot = caller && (await findBot(unit, botId, 'outside'));
  if (!bot) return false;
  return mayChange(caller, await placeOf(unit, caller, { workspaceId: bot.workspaceId, botId }));
}

/**
 * The share of a person with this membership; members of the workspace count as FULL_ACCESS. Fails with `BOT_NOT_FOUND` if there is none.
 */
export function shareOf(place: Membership | undefined): CollaborationType {
  const share = shareAt(place);
  if (!share) throw botNotFound();
  return share;
}

/** Whether the sender of an invitation still has the right to send it. Checked when it is accepted. */
export async function canStillInvite(unit: Unit, invitation: Invitation): Promise<boolean> {
  const { inviterId: userId, workspaceId, botId, type } = invitation;
  if (userId === null) return false;
  if (botId === null || type === null) {
    return covers(workspaceRights.administer, await findMembership(unit, { userId, workspaceId }));
  }
  const isThere = (await unit.count(Bot, { id: botId, workspaceId })) > 0;
  const inviterMembership = await findMembership(unit, { userId, workspaceId, botId });
  const share = shareAt(inviterMembership);
  return (
    isThere && covers(botRights.share, inviterMembership) && share !== null && holds(share, type)
  );
}

/**
 * Loads a chat for a caller with a right to its bot: by default that to answer in place of the bot. A chat of a bot that they may not read
 * fails like a missing one: `SESSION_NOT_FOUND`. Returns its state at that moment.
 */
export async function accessChat(
  { unit, pool }: { unit: Unit; pool: Pool },
  {
    caller,
    sessionId,
    intent = 'converse',
  }: { caller: Caller | undefined; sessionId: string; intent?: BotIntent },
): Promise<ChatRow> {
  callerWith(caller, botRights[intent].scopes);
  const notFound = commonFailure('SESSION_NOT_FOUND');
  const chat = await loadChat(pool, sessionId);
  if (!chat) throw notFound;
  try {
    await accessBot(unit, { caller, botId: chat.botId, intent });
    return chat;
  } catch (error) {
    throw error instanceof Failure && error.code === 'NOT_FOUND' ? notFound : error;
  }
}

/** Whether a person who may read the results of a bot, or see an inbox, may see a view of it: shared views, and their own. */
export function maySeeView({ userId }: Caller, view: ResultsView | ChatsView): boolean {
  return isSeenBy(userId, view);
}

/**
 * Loads a view of a bot's results for a caller who may change it: their own, or a shared one of a bot that they may change. A view that
 * they may not see fails like a missing one: `RESULTS_VIEW_NOT_FOUND`; one that they may only see is `FORBIDDEN`.
 */
export async function accessResultsView(
  unit: Unit,
  request: { caller: Caller | undefined; resultsViewId: string },
): Promise<ResultsView> {
  const caller = botCaller(request.caller, 'keepViews');
  const view = await resultsViews.find(unit, request.resultsViewId);
  const bot = view && (await findBot(unit, view.botId, 'outside'));
  const at = bot && { workspaceId: bot.workspaceId, botId: bot.id };
  const place = at ? await placeOf(unit, caller, at) : undefined;
  if (!view || !allows('keepViews', place) || !maySeeView(caller, view)) {
    throw commonFailure('RESULTS_VIEW_NOT_FOUND');
  }
  if (view.userId !== caller.userId) assertAllowed('writeResults', place);
  return view;
}

/** The caller, if their token has a scope for this right to bots; else fails with `FORBIDDEN`. */
export function botCaller(caller: Caller | undefined, intent: BotIntent): Caller {
  return callerWith(caller, botRights[intent].scopes);
}

/** Whether a person with this membership has a right to a bot, apart from the scopes of tokens. */
export function allows(intent: BotIntent, place: Membership | undefined): boolean {
  return covers(botRights[intent], place);
}

/** Fails unless a membership allows this: with `BOT_NOT_FOUND` if the bot may not be read, else with `FORBIDDEN`. */
export function assertAllowed(intent: BotIntent, place: Membership | undefined): void {
  if (!allows('read', place)) throw botNotFound();
  if (allows(intent, place)) return;
  throw new Failure('FORBIDDEN', 'Your share of this bot does not allow this');
}

/** Whether a caller with this membership may change a bot that they may read. */
export function mayChange(caller: Caller, place: Membership | undefined): boolean {
  return hasScope(caller, botRights.write.scopes) && covers(botRights.write, place);
}

/** Whether a caller with this membership may answer in the chats of a bot that they may read. */
export function mayConverse(caller: Caller, place: Membership | undefined): boolean {
  return hasScope(caller, botRights.converse.scopes) && covers(botRights.converse, place);
}

/** Whether a caller with this role has a right in a workspace, apart from the scopes of tokens. */
export function mayEnter(
  caller: Caller,
  intent: Intent,
  { workspaceId, role }: { workspaceId: string; role: WorkspaceRole | undefined },
): boolean {
  return isFor(caller, workspaceId) && role !== undefined && rolesThatMay(intent).includes(role);
}

/** Whether a token is valid in this workspace. */
export function isFor(caller: Caller, workspaceId: string): boolean {
  return caller.workspaceId === null || caller.workspaceId === workspaceId;
}

/** The caller's role in a workspace; undefined if they have none or their token is not valid in it. */
export async function roleOf(
  unit: Unit,
  { caller, workspaceId }: { caller: Caller | undefined; workspaceId: string },
): Promise<WorkspaceRole | undefined> {
  return caller && (await placeOf(unit, caller, { workspaceId }))?.role;
}

/** The caller; fails with `UNAUTHENTICATED` if there is none. */
export function signedIn(caller: Caller | undefined): Caller {
  if (!caller) throw commonFailure('UNAUTHENTICATED');
  return caller;
}

/** The caller, for an operation on their own account, which a token for one workspace may not change. */
export function accessAccount(caller: Caller | undefined, intent: 'read' | 'write'): Caller {
  const known = callerWith(caller, accountScopes[intent]);
  if (intent === 'write' && known.workspaceId !== null) {
    throw new Failure('FORBIDDEN', 'This token is for one workspace only');
  }
  return known;
}

/** The caller, if their token has one of these scopes; else fails with `FORBIDDEN`. */
export function callerWith(caller: Caller | undefined, scopes: readonly TokenScope[]): Caller {
  const known = signedIn(caller);
  if (hasScope(known, scopes)) return known;
  throw new Failure('FORBIDDEN', `This token needs the scope ${scopes.join(' or ')}`);
}

/** Whether the caller's token has one of these scopes. */
export function hasScope(caller: Caller, scopes: readonly TokenScope[]): boolean {
  return caller.scopes === null || caller.scopes.some((scope) => scopes.includes(scope));
}

/** Looks up a caller's membership; undefined if their token is for another workspace. */
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

/** The share of a person with this membership; null if there is none. */
function shareAt(place: Membership | undefined): CollaborationType | null {
  if (place && botRights.read.roles.includes(place.role)) return CollaborationType.FULL_ACCESS;
  return place?.share ?? null;
}

function botNotFound(): Failure {
  return commonFailure('BOT_NOT_FOUND');
}

/** Finds a bot without its draft, which the ORM would parse without interruption: see `findDrafts`. */
async function findBot(unit: Unit, botId: string, archive: Archive): Promise<Bot | null> {
  const isArchived = archive === 'inside';
  return unit.findOne(Bot, { id: botId, ...(archive !== 'either' && { isArchived }) });
}
