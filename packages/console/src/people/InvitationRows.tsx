import { RevokeInvitation } from '@parley/client/dashboard';
import type { ReactNode } from 'react';
import { change } from '../app/change.js';
import type { Action } from '../app/useAction.js';
import { t } from '../i18n/t.js';
import { When } from '../ui/When.js';

interface Invitation {
  readonly id: string;
  readonly email: string;
  readonly expiresAt: string;
}

/** The invitations that nobody has accepted yet. */
export function InvitationRows<One extends Invitation>({
  invitations,
  rightOf,
  mayRevoke,
  action,
}: {
  readonly invitations: readonly One[];
  /** What somebody is invited to, in words. */
  readonly rightOf: (invitation: One) => string;
  readonly mayRevoke: boolean;
  readonly action: Action;
}): ReactNode {
  return (
    <ul className="rows">
      {invitations.map((invitation) => {
        const { id: invitationId, email, expiresAt } = invitation;
        const revoke = (): void =>
          void action.run(change(RevokeInvitation, { input: { invitationId } }));
        return (
          <li key={invitationId}>
            <span className="rowText">
              <strong>{email}</strong>
              <span className="soft">
                <When
                  at={expiresAt}
                  words={(time) => t('{role}, until {time}', { role: rightOf(invitation), time })}
                />
              </span>
            </span>
            {mayRevoke ? (
              <button
                type="button"
                aria-label={t('Revoke the invitation of {email}', { email })}
                onClick={revoke}
              >
                {t('Revoke')}
              </button>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
