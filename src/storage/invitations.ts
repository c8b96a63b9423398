import { Failure } from '../errors.js';
import { Bot } from '../schema/bot.js';
import { WorkspaceRole } from '../schema/enums.js';
import { Invitation } from '../schema/invitation.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';
import { addMember, shareBot } from './people.js';

/** For how long an invitation can be taken, in milliseconds. */
const KEPT_FOR = 14 * 24 * 3_600_000;

/** What an invitation is made of. */
export type InvitationMade = Pick<Invitation, 'workspaceId' | 'email' | 'hash' | 'inviterId'> &
  Partial<Pick<Invitation, 'botId' | 'role' | 'type'>>;

/** Keeps an invitation; one to the same place for the same address is replaced, and its code is worth nothing. */
export async function saveInvitation(unit: Unit, made: InvitationMade): Promise<Invitation> {
  const { workspaceId, email, botId = null } = made;
  const now = Date.now();
  return unit.transactional(async (inner) => {
    await inner.nativeDelete(Invitation, { workspaceId, email, botId });
    return inner.create(Invitation, {
      botId: null,
      role: null,
      type: null,
      ...made,
      id: newId('inv'),
      createdAt: new Date(now),
      expiresAt: new Date(now + KEPT_FOR),
    });
  });
}

/** The invitations of a workspace, or to one bot, that can still be taken, oldest first. */
export async function listInvitations(
  unit: Unit,
  of: { workspaceId: string } | { botId: string },
): Promise<Invitation[]> {
  const open = { ...of, expiresAt: { $gt: new Date() } };
  return unit.find(Invitation, open, { orderBy: { id: 'asc' } });
}

/** The invitation with this id. */
export async function findInvitation(unit: Unit, id: string): Promise<Invitation | null> {
  return unit.findOne(Invitation, { id });
}

/** The invitation whose code has this hash, while it can be taken. */
export async function findOpenInvitation(unit: Unit, hash: string): Promise<Invitation | null> {
  return unit.findOne(Invitation, { hash, expiresAt: { $gt: new Date() } });
}

/** Takes an invitation back. */
export async function deleteInvitation(unit: Unit, { id }: Invitation): Promise<void> {
  await unit.nativeDelete(Invitation, { id });
}

/** Takes an invitation for a person: once, `INVITATION_NOT_FOUND` from then on. Gives what it led to. */
export async function takeInvitation(
  unit: Unit,
  { hash, userId }: { hash: string; userId: string },
): Promise<Invitation> {
  return unit.transactional(async (inner) => {
    const invitation = await findOpenInvitation(inner, hash);
    const taken = invitation && (await inner.nativeDelete(Invitation, { id: invitation.id }));
    if (!invitation || !taken) throw new Failure('INVITATION_NOT_FOUND', 'Invitation not found');
    const { workspaceId, botId, role, type } = invitation;
    await addMember(inner, { workspaceId, userId, role: role ?? WorkspaceRole.GUEST });
    const bot = botId === null ? null : await inner.findOne(Bot, { id: botId, workspaceId });
    if (bot && type !== null) await shareBot(inner, bot, { userId, type });
    return invitation;
  });
}

/** Takes all open invitations to an address, in lower case, for the person it is known to belong to. */
export async function takeInvitationsTo(
  unit: Unit,
  { email, userId }: { email: string; userId: string },
): Promise<void> {
  const open = await unit.find(Invitation, { email, expiresAt: { $gt: new Date() } });
  for (const { hash } of open) await takeInvitation(unit, { hash, userId });
}

/** Whether somebody with this address, in lower case, is awaited. */
export async function isInvited(unit: Unit, email: string): Promise<boolean> {
  return (await unit.count(Invitation, { email, expiresAt: { $gt: new Date() } })) > 0;
}
