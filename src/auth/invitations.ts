import { commonFailure } from '../errors/commonFailure.js';
import { holds, WorkspaceRole } from '../schema/enums.js';
import type { Invitation } from '../schema/invitation.js';
import {
  deleteInvitation,
  findInvitationsTo,
  findInvitationWithCode,
} from '../storage/invitations.js';
import type { Unit } from '../storage/orm.js';
import { addMember, findShare, shareBot } from '../storage/people.js';
import { canStillInvite } from './access.js';
import { hashOf } from './token.js';

/** The open invitation with this code, if its sender still has the right to send it. */
export async function findOpenInvitation(unit: Unit, code: string): Promise<Invitation | null> {
  const match = await findInvitationWithCode(unit, hashOf(code));
  return match && (await canStillInvite(unit, match)) ? match : null;
}

/** Accepts an invitation for a person and returns it. Afterwards it is `INVITATION_NOT_FOUND`. */
export async function takeInvitation(
  unit: Unit,
  { code, userId }: { code: string; userId: string },
): Promise<Invitation> {
  return unit.transactional(async (inner) => {
    const invitation = await findOpenInvitation(inner, code);
    if (!invitation || !(await take(inner, invitation, userId))) {
      throw commonFailure('INVITATION_NOT_FOUND');
    }
    return invitation;
  });
}

/** Accepts all open invitations to an e-mail address, in lower case, for the person who has verified it. */
export async function takeInvitationsTo(
  unit: Unit,
  { email, userId }: { email: string; userId: string },
): Promise<void> {
  for (const invitation of await findOpenInvitationsTo(unit, email)) {
    await take(unit, invitation, userId);
  }
}

/** Whether there is an open invitation to this e-mail address, in lower case. */
export async function isInvited(unit: Unit, email: string): Promise<boolean> {
  return (await findOpenInvitationsTo(unit, email)).length > 0;
}

async function findOpenInvitationsTo(unit: Unit, email: string): Promise<Invitation[]> {
  const open = [];
  for (const invitation of await findInvitationsTo(unit, email)) {
    if (await canStillInvite(unit, invitation)) open.push(invitation);
  }
  return open;
}

/** Grants a person the rights of an invitation and deletes it; false if somebody else has accepted it meanwhile. */
async function take(unit: Unit, invitation: Invitation, userId: string): Promise<boolean> {
  if (!(await deleteInvitation(unit, invitation))) return false;
  const { workspaceId, botId, role, type } = invitation;
  if (botId === null || type === null) {
    await addMember(unit, { workspaceId, userId, role: role ?? WorkspaceRole.GUEST });
    return true;
  }
  const ownShare = await findShare(unit, { botId, userId });
  // A person keeps greater rights that they already have.
  if (!ownShare || !holds(ownShare.type, type)) {
    await shareBot(unit, { id: botId, workspaceId }, { userId, type });
  }
  return true;
}
