import { Invitation } from '../schema/invitation.js';
import { newId } from './newId.js';
import type { Unit } from './orm.js';

/** How long an invitation is valid, in milliseconds. */
const KEPT_FOR = 14 * 24 * 3_600_000;

/** The values of a new invitation. */
export type InvitationMade = Pick<Invitation, 'workspaceId' | 'email' | 'hash' | 'inviterId'> &
  Partial<Pick<Invitation, 'botId' | 'role' | 'type'>>;

/** Stores an invitation. It replaces one for the same address to the same workspace or bot, whose code is then no longer valid. */
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

/** The invitations to these workspaces or bots that have not expired, oldest first. */
export async function listInvitations(
  unit: Unit,
  of: { workspaceId: { $in: string[] } } | { botId: { $in: string[] } },
): Promise<Invitation[]> {
  const open = { ...of, expiresAt: { $gt: new Date() } };
  return unit.find(Invitation, open, { orderBy: { id: 'asc' } });
}

/** The invitation with this id, or null. */
export async function findInvitation(unit: Unit, id: string): Promise<Invitation | null> {
  return unit.findOne(Invitation, { id });
}

/** The invitation whose code has this hash, unless it has expired. */
export async function findInvitationWithCode(unit: Unit, hash: string): Promise<Invitation | null> {
  return unit.findOne(Invitation, { hash, expiresAt: { $gt: new Date() } });
}

/** The open invitations to an address, which is in lower case. */
export async function findInvitationsTo(unit: Unit, email: string): Promise<Invitation[]> {
  return unit.find(Invitation, { email, expiresAt: { $gt: new Date() } });
}

/** Deletes an invitation; false if it was deleted before. */
export async function deleteInvitation(
  unit: Unit,
  { id }: Pick<Invitation, 'id'>,
): Promise<boolean> {
  return (await unit.transactional((inner) => inner.nativeDelete(Invitation, { id }))) > 0;
}

/**
 * Ends all invitations to a workspace or a bot: with `inviterId` those that this person made, with `email` those for this address. With
 * `botId: null`, invitations to bots of the workspace stay.
 */
export async function endInvitations(
  unit: Unit,
  which: ({ workspaceId: string; botId?: null } | { botId: string }) & {
    inviterId?: string;
    email?: string;
  },
): Promise<void> {
  await unit.nativeDelete(Invitation, which);
}
