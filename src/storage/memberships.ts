import type { Pool } from 'pg';
import type { CollaborationType, WorkspaceRole } from '../schema/enums.js';
import { Member } from '../schema/member.js';
import type { Unit } from './orm.js';

/** A membership: the role of a person in a workspace, and their share of one bot of it. */
export interface Membership {
  readonly role: WorkspaceRole;
  readonly share: CollaborationType | null;
}

/** The membership of a person in a workspace, with their share of one bot if named; undefined when they are not a member. */
export async function findMembership(
  unit: Unit,
  who: { userId: string; workspaceId: string; botId?: string },
): Promise<Membership | undefined> {
  const [membership] = await unit.execute<Membership[]>(
    `select member.role, collaborator.type as share from member
      left join collaborator on collaborator.bot_id = ? and collaborator.user_id = member.user_id
      where member.workspace_id = ? and member.user_id = ?`,
    [who.botId ?? '', who.workspaceId, who.userId],
  );
  return membership;
}

/** The roles of a person in these workspaces, by workspace id; one statement for all of them. */
export async function findRoles(
  unit: Unit,
  userId: string,
  workspaceIds: readonly string[],
): Promise<Map<string, WorkspaceRole>> {
  const members = await unit.find(Member, { userId, workspaceId: { $in: [...workspaceIds] } });
  return new Map(members.map(({ workspaceId, role }) => [workspaceId, role]));
}

/** The roles of all people in a workspace, by their ids. */
export async function readRoles(
  pool: Pool,
  workspaceId: string,
): Promise<Map<string, WorkspaceRole>> {
  const { rows } = await pool.query<{ userId: string; role: WorkspaceRole }>({
    name: 'roles_read',
    text: 'select user_id as "userId", role from member where workspace_id = $1',
    values: [workspaceId],
  });
  return new Map(rows.map(({ userId, role }) => [userId, role]));
}

/** The memberships of a person for these bots, by bot id; one statement for all of them. */
export async function findMemberships(
  unit: Unit,
  userId: string,
  botIds: readonly string[],
): Promise<Map<string, Membership>> {
  const rows = await unit.execute<(Membership & { id: string })[]>(
    `select bot.id, member.role, collaborator.type as share from bot
      join member on member.workspace_id = bot.workspace_id and member.user_id = ?
      left join collaborator on collaborator.bot_id = bot.id and collaborator.user_id = member.user_id
      where bot.id in (?)`,
    [userId, [...botIds]],
  );
  return new Map(rows.map(({ id, ...membership }) => [id, membership]));
}

/** The ids of those people in `among` who share a workspace with a person whose role there is one of `roles`. */
export async function findKnown(
  unit: Unit,
  filter: { userId: string; roles: readonly WorkspaceRole[]; among: readonly string[] },
): Promise<Set<string>> {
  const rows = await unit.execute<{ id: string }[]>(
    `select distinct other.user_id as id from member
      join member other on other.workspace_id = member.workspace_id
      where member.user_id = ? and member.role in (?) and other.user_id in (?)`,
    [filter.userId, [...filter.roles], [...filter.among]],
  );
  return new Set(rows.map(({ id }) => id));
}
