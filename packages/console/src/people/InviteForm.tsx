import type { ReactNode } from 'react';
import { t } from '../i18n/t.js';
import { Copyable } from '../ui/Copyable.js';
import { LineForm } from '../ui/LineForm.js';

/** What became of an invitation. */
interface Outcome {
  /** That a known person is let in, in words; absent for others, who get a link or an e-mail. */
  readonly joined: string | undefined;
  readonly email: string;
  readonly link: string | null;
}

/** Invites a person by e-mail, and says what became of it; `children` are the fields of what they may do. */
export function InviteForm({
  outcome,
  children,
  ...form
}: Omit<Parameters<typeof LineForm>[0], 'children'> & {
  readonly outcome: Outcome | undefined;
  readonly children: ReactNode;
}): ReactNode {
  return (
    <>
      <LineForm {...form}>
        <input
          name="email"
          type="email"
          aria-label={t('E-mail address')}
          placeholder="ada@example.com"
          required
        />
        {children}
      </LineForm>
      <div role="status">{outcome ? <InvitationOutcome {...outcome} /> : null}</div>
    </>
  );
}

function InvitationOutcome({ joined, email, link }: Outcome): ReactNode {
  if (joined !== undefined) return <p>{joined}</p>;
  if (link === null) return <p>{t('{email} is invited.', { email })}</p>;
  return (
    <>
      <p>{t('Send this link to {email}. It works for them only.', { email })}</p>
      <Copyable label={t('Link of the invitation')} text={link} />
    </>
  );
}
