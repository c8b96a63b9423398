import { commonFailure } from '../errors/commonFailure.js';
import { WorkspaceRole } from '../schema/enums.js';
import { Folder } from '../schema/folder.js';
import { Member } from '../schema/member.js';
import { Workspace } from '../schema/workspace.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';
import { LOCK_SEGMENTS } from './segmentCounts.js';
import { pageFrom, readingOf, type Page, type Slice } from './page.js';

/** Creates a workspace with its first admin. Two workspaces may share a name (docs/spec-choices.md, "Bots"). */
export async function createWorkspace(
  unit: Unit,
  made: { name: string; icon: string | null; userId: string },
): Promise<Workspace> {
  const now = new Date();
  const workspace = unit.create(Workspace, {
    id: newId('wks'),
    name: made.name,
    icon: made.icon,
    plan: 'FREE',
    billingProviderId: null,
    isSuspended: false,
    isPastDue: false,
    isVerified: false,
    publishPolicy: 'WARN',
    spread: 1,
    createdAt: now,
    updatedAt: now,
  });
  unit.create(Member, {
    workspaceId: workspace.id,
    userId: made.userId,
    role: WorkspaceRole.ADMIN,
    createdAt: now,
  });
  await unit.flush();
  return workspace;
}

/** Whether this is a folder of the workspace. */
export async function hasFolder(
  unit: Unit,
  workspaceId: string,
  folderId: string,
): Promise<boolean> {
  return (await unit.count(Folder, { id: folderId, workspaceId })) > 0;
}

/** A page of the workspaces in which a person has one of these roles, oldest first; with `only`, just that one. */
export async function listWorkspaces(
  unit: Unit,
  filter: { userId: string; roles: readonly WorkspaceRole[]; only?: string },
  slice: Slice<string>,
): Promise<Page<Workspace>> {
  const { userId, roles, only } = filter;
  const { range, order, limit } = readingOf(slice, 'asc');
  const members = await unit.find(
    Member,
    {
      userId,
      role: { $in: [...roles] },
      ...((range || only) && { workspaceId: { ...range, ...(only && { $eq: only }) } }),
    },
    { orderBy: { workspaceId: order }, limit },
  );
  const ids = members.map(({ workspaceId }) => workspaceId);
  const workspaces = await unit.find(Workspace, { id: { $in: ids } }, { orderBy: { id: order } });
  return pageFrom(workspaces, slice);
}

/** Changes the name or icon of a workspace: absent is unchanged, a null icon is none. */
export async function changeWorkspace(
  unit: Unit,
  workspace: Workspace,
  change: { name?: string; icon?: string | null },
): Promise<Workspace> {
  Object.assign(workspace, change, { updatedAt: new Date() });
  await unit.flush();
  return workspace;
}

const OF_WORKSPACE = '(select id from bot where workspace_id = ?)';

/**
 * Statements that delete from tables without a foreign key to the bot or webhook. Chats come before results, in the order in which a
 * turn locks them.
 */
const leftovers = [
  `with chat as (
      delete from chat_session where bot_id in ${OF_WORKSPACE} returning id
    ), unsaid as (
      delete from chat_event where session_id in (select id from chat)
    ), untraced as (
      delete from chat_trace where session_id in (select id from chat)
    ), unreplayed as (
      delete from chat_replay where session_id in (select id from chat)
    ), unasked as (
      delete from turn_answer where session_id in (select id from chat)
    ), unstreamed as (
      delete from chat_stream where session_id in (select id from chat)
    )
    delete from idempotent_reply where scope in (select id from chat)`,
  `delete from answer using result where answer.shard_key = result.shard_key and answer.result_id = result.id
    and bot_id in ${OF_WORKSPACE}`,
  `delete from result where bot_id in ${OF_WORKSPACE}`,
  `delete from count_delta where bot_id in ${OF_WORKSPACE}`,
  `delete from bot_count where bot_id in ${OF_WORKSPACE}`,
  `delete from segment_result where segment_id in (select id from bot_segment where bot_id in ${OF_WORKSPACE})`,
  'delete from bot_count where bot_id = ?',
  'delete from webhook_delivery where webhook_id in (select id from webhook where workspace_id = ?)',
];

/** Deletes a workspace with everything in it: bots, versions, results, chats. This cannot be undone. */
export async function deleteWorkspace(unit: Unit, workspaceId: string): Promise<void> {
  await unit.transactional(async (inner) => {
    // Keeps foldCounts.ts and foldSegments.ts from adding up the log meanwhile.
    await inner.execute('select from counted_log for update');
    await inner.execute(LOCK_SEGMENTS);
    for (const statement of leftovers) await inner.execute(statement, [workspaceId]);
    const deleted = await inner.nativeDelete(Workspace, { id: workspaceId });
    if (deleted === 0) throw commonFailure('WORKSPACE_NOT_FOUND');
  });
}
