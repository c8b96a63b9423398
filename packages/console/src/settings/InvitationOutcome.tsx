import type { ReactNode } from 'react';
import { t } from '../i18n/t.js';
import { Copyable } from './Copyable.js';

/** What became of an invitation: somebody who is known is let in at once, others get a link. */
export function InvitationOutcome({
  joined,
  email,
  link,
}: {
  /** That a known person is let in, in words. */
  readonly joined: string | undefined;
  readonly email: string;
  readonly link: string | null;
}): ReactNode {
  if (joined !== undefined) return <p>{joined}</p>;
  if (link === null) return <p>{t('{email} is invited.', { email })}</p>;
  return (
    <>
      <p>{t('Send this link to {email}. It works for them only.', { email })}</p>
      <Copyable label={t('Link of the invitation')} text={link} />
    </>
  );
}

/** What a person is called. */
export function nameOf({
  name,
  email,
  id,
}: {
  readonly id: string;
  readonly name: string | null;
  readonly email: string | null;
}): string {
  return name ?? email ?? id;
}
