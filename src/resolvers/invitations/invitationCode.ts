import { hashOf, newToken } from '../../auth/token.js';
import type { Context } from '../../context/context.js';
import type { Invitation } from '../../schema/invitation.js';
import { saveInvitation, type InvitationMade } from '../../storage/invitations.js';
import type { Unit } from '../../storage/orm.js';
import { textsFor } from '../../words/textsFor.js';

/** A new invitation with its secret, which is shown only once. */
export interface Invited {
  readonly invitation: Invitation;
  readonly code: string;
  /** The address where a browser accepts it. */
  readonly link: string;
  /** Whether the link was e-mailed to the person. */
  readonly isEmailSent: boolean;
}

/** Creates an invitation in the caller's name, and e-mails its link if a mail server is configured. */
export async function invite(
  unit: Unit,
  context: Context,
  made: Omit<InvitationMade, 'hash'>,
): Promise<Invited> {
  const code = newToken();
  const invitation = await saveInvitation(unit, { ...made, hash: hashOf(code) });
  const server = context.ownAddress();
  const link = `${server}/invitations/${code}`;
  // What the inviter reads is the best guess for the other person, whose languages nobody knows.
  const { t } = textsFor(context.acceptLanguage);
  // Contains no text of the inviter, so that nobody can advertise in this server's name.
  const lines = [
    t('You are invited to work with others on {server}.', { server }),
    `${t('Open this link to join. It works once, for 14 days:')}\n${link}`,
    t('If you do not know what this is about, do nothing.'),
  ];
  const letter = { to: made.email, subject: t('You are invited'), text: lines.join('\n\n') };
  const isEmailSent = (await context.sendLetter?.(letter)) ?? false;
  return { invitation, code, link, isEmailSent };
}
