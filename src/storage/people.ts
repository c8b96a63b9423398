import { LockMode } from '@mikro-orm/core';
import { commonFailure } from '../errors/commonFailure.js';
import { Failure } from '../errors/errors.js';
import { Bot } from '../schema/bot.js';
import { Collaborator } from '../schema/collaborator.js';
import { holds, WorkspaceRole, type CollaborationType } from '../schema/enums.js';
import { Member } from '../schema/member.js';
import { User } from '../schema/user.js';
import { lockAccounts } from './identities.js';
import { endInvitations } from './invitations.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** The person who has verified this e-mail address, in lower case. Only a verified address identifies a person. */
export async function findUserByEmail(unit: Unit, email: string): Promise<User | null> {
  return unit.findOne(User, { email, isEmailVerified: true });
}

/** The people with this e-mail address, in lower case, who have not verified it. */
export async function findClaimants(unit: Unit, email: string): Promise<User[]> {
  return unit.find(User, { email, isEmailVerified: false }, { orderBy: { id: 'asc' } });
}

/** The person with this id, or null. */
export async function findUserById(unit: Unit, id: string): Promise<User | null> {
  return unit.findOne(User, { id });
}

/** The person with this id, who must exist. */
export async function findUser(unit: Unit, userId: string): Promise<User> {
  return unit.findOneOrFail(User, { id: userId });
}

/** Creates a person. */
export async function createUser(
  unit: Unit,
  made: Pick<User, 'name' | 'email' | 'isEmailVerified'>,
): Promise<User> {
  const user = unit.create(User, { ...made, id: newId('usr'), createdAt: new Date() });
  await unit.flush();
  return user;
}

/** Changes the name of a person; undefined leaves it. */
export async function renameUser(
  unit: Unit,
  userId: string,
  name: string | null | undefined,
): Promise<User> {
  const user = await unit.findOneOrFail(User, { id: userId });
  if (name !== undefined) user.name = name;
  await unit.flush();
  return user;
}

/**
 * Sets the verified e-mail address of a person, in lower case; false if another person has verified it. People can sign in with it, so only
 * the operator and the issuer set it.
 */
export async function verifyEmail(unit: Unit, userId: string, email: string): Promise<boolean> {
  return unit.transactional(async (inner) => {
    await lockAccounts(inner);
    const holder = await findUserByEmail(inner, email);
    if (holder) return holder.id === userId;
    await inner.nativeUpdate(User, { id: userId }, { email, isEmailVerified: true });
    return true;
  });
}

/** The members of these workspaces, oldest first. */
export async function listMembers(unit: Unit, workspaceIds: readonly string[]): Promise<Member[]> {
  const inOrder = { orderBy: { createdAt: 'asc', userId: 'asc' } } as const;
  return unit.find(Member, { workspaceId: { $in: [...workspaceIds] } }, inOrder);
}

/** Adds a person to a workspace. A guest gets the new role; other members keep theirs. */
export async function addMember(
  unit: Unit,
  made: Pick<Member, 'workspaceId' | 'userId' | 'role'>,
): Promise<Member> {
  const { workspaceId, userId, role } = made;
  const known = await unit.findOne(Member, { workspaceId, userId });
  if (known) {
    if (known.role === WorkspaceRole.GUEST) known.role = role;
    await unit.flush();
    return known;
  }
  const member = unit.create(Member, { ...made, createdAt: new Date() });
  await unit.flush();
  return member;
}

/** Changes the role of a member; fails with `LAST_ADMIN` for the last admin. A lower role ends the member's open invitations. */
export async function changeRole(
  unit: Unit,
  { workspaceId, userId, role }: Pick<Member, 'workspaceId' | 'userId' | 'role'>,
): Promise<Member> {
  return unit.transactional(async (inner) => {
    const member = await lockMember(inner, workspaceId, userId);
    if (role !== WorkspaceRole.ADMIN) await assertOtherAdmin(inner, member);
    if (!holds(role, member.role)) {
      await endInvitations(inner, { workspaceId, inviterId: userId });
    }
    member.role = role;
    return member;
  });
}

/**
 * Removes a person from a workspace, with their shares of its bots and the invitations they made. Fails with `LAST_ADMIN` for the last
 * admin.
 */
export async function removeMember(
  unit: Unit,
  { workspaceId, userId }: Pick<Member, 'workspaceId' | 'userId'>,
): Promise<void> {
  await unit.transactional(async (inner) => {
    const member = await lockMember(inner, workspaceId, userId);
    await assertOtherAdmin(inner, member);
    const bots = await inner.find(Bot, { workspaceId }, { fields: ['id'] });
    const botId = { $in: bots.map(({ id }) => id) };
    await inner.nativeDelete(Collaborator, { userId, botId });
    await endInvitations(inner, { workspaceId, inviterId: userId });
    await inner.nativeDelete(Member, { workspaceId, userId });
  });
}

/** The people with whom these bots are shared, oldest share first. */
export async function listCollaborators(
  unit: Unit,
  botIds: readonly string[],
): Promise<Collaborator[]> {
  const inOrder = { orderBy: { createdAt: 'asc', userId: 'asc' } } as const;
  return unit.find(Collaborator, { botId: { $in: [...botIds] } }, inOrder);
}

/** Shares a bot with a person, or changes the share; a person who is not in its workspace becomes a guest there. */
export async function shareBot(
  unit: Unit,
  bot: Pick<Bot, 'id' | 'workspaceId'>,
  { userId, type }: { userId: string; type: CollaborationType },
): Promise<Collaborator> {
  const { id: botId, workspaceId } = bot;
  await addMember(unit, { workspaceId, userId, role: WorkspaceRole.GUEST });
  const now = new Date();
  const known = await findShare(unit, { botId, userId });
  const made = { botId, userId, type, createdAt: now, updatedAt: now };
  const collaborator = known
    ? Object.assign(known, { type, updatedAt: now })
    : unit.create(Collaborator, made);
  await unit.flush();
  return collaborator;
}

/** The share of a person in a bot, or null. */
export async function findShare(
  unit: Unit,
  { botId, userId }: Pick<Collaborator, 'botId' | 'userId'>,
): Promise<Collaborator | null> {
  return unit.findOne(Collaborator, { botId, userId });
}

/** The share of a person in a bot; fails with `COLLABORATOR_NOT_FOUND`. */
export async function findCollaborator(
  unit: Unit,
  botId: string,
  userId: string,
): Promise<Collaborator> {
  const found = await findShare(unit, { botId, userId });
  if (!found) throw commonFailure('COLLABORATOR_NOT_FOUND');
  return found;
}

/** Changes a share. If it allows less than before, the person's invitations to the bot end. */
export async function changeShare(
  unit: Unit,
  share: Collaborator,
  type: CollaborationType,
): Promise<Collaborator> {
  const { botId, userId: inviterId } = share;
  return unit.transactional(async (inner) => {
    if (!holds(type, share.type)) await endInvitations(inner, { botId, inviterId });
    return Object.assign(share, { type, updatedAt: new Date() });
  });
}

/** Deletes a share, and the person's invitations to the bot. */
export async function unshareBot(unit: Unit, { botId, userId }: Collaborator): Promise<void> {
  await unit.transactional(async (inner) => {
    await endInvitations(inner, { botId, inviterId: userId });
    await inner.nativeDelete(Collaborator, { botId, userId });
  });
}

/** Ends all shares of a bot, and the invitations to it. */
export async function endSharesOf(unit: Unit, botId: string): Promise<void> {
  await endInvitations(unit, { botId });
  await unit.nativeDelete(Collaborator, { botId });
}

/** Locks the member and all admins, so that two admins who leave at once do not count on each other. */
async function lockMember(unit: Unit, workspaceId: string, userId: string): Promise<Member> {
  const concerned = { $or: [{ userId }, { role: WorkspaceRole.ADMIN }] };
  const members = await unit.find(
    Member,
    { workspaceId, ...concerned },
    { lockMode: LockMode.PESSIMISTIC_WRITE, orderBy: { userId: 'asc' }, refresh: true },
  );
  const member = members.find((one) => one.userId === userId);
  if (!member) throw commonFailure('MEMBER_NOT_FOUND');
  return member;
}

async function assertOtherAdmin(unit: Unit, member: Member): Promise<void> {
  const { workspaceId, userId, role } = member;
  if (role !== WorkspaceRole.ADMIN) return;
  const others = { workspaceId, role: WorkspaceRole.ADMIN, userId: { $ne: userId } };
  if ((await unit.count(Member, others)) > 0) return;
  throw new Failure('LAST_ADMIN', 'A workspace must keep an admin');
}
