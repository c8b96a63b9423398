import { hashOf, newToken } from '../../auth/token.js';
import type { Context } from '../../context/context.js';
import type { Invitation } from '../../schema/invitation.js';
import { saveInvitation, type InvitationMade } from '../../storage/invitations.js';
import type { Unit } from '../../storage/orm.js';

/** An invitation with its secret, which is shown once. */
export interface Invited {
  readonly invitation: Invitation;
  readonly code: string;
  /** The address where a browser accepts it. */
  readonly link: string;
}

/** Creates an invitation in the caller's name. */
export async function invite(
  unit: Unit,
  context: Context,
  made: Omit<InvitationMade, 'hash'>,
): Promise<Invited> {
  const code = newToken();
  const invitation = await saveInvitation(unit, { ...made, hash: hashOf(code) });
  return { invitation, code, link: `${context.ownAddress()}/invitations/${code}` };
}
