import {
  ChangeRole,
  InviteMember,
  type InviteMemberMutation,
  Members as MembersOf,
  type MembersQuery,
  RemoveMember,
} from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { askFirst } from '../app/questions.js';
import { useData } from '../app/server.js';
import { InvitationRows } from '../people/InvitationRows.js';
import { InviteForm } from '../people/InviteForm.js';
import { nameOf } from '../ui/nameOf.js';
import { NotForYou, SettingsPage } from './SettingsPage.js';
import type { SettingsOf } from './SettingsScreen.js';
import { type Action, useAction } from '../app/useAction.js';
import { t } from '../i18n/t.js';

type Workspace = NonNullable<MembersQuery['workspace']>;
type Member = NonNullable<Workspace['members']>[number];
type Invited = InviteMemberMutation['inviteMember'];
type Role = Member['role'];

const ROLES: Readonly<Record<Role, string>> = {
  ADMIN: t('Admin'),
  MEMBER: t('Member'),
  GUEST: t('Guest'),
};

/** The people of the workspace, and who is invited. */
export function Members({ workspaceId, userId }: SettingsOf): ReactNode {
  const shown = useData(MembersOf, { workspaceId });
  const action = useAction(shown.reload);
  return (
    <SettingsPage
      title={t('Members')}
      help={t(
        'Admins may do everything, members work on all bots, guests see what is shared with them.',
      )}
      {...{ shown, fault: action.fault }}
    >
      {({ workspace }) =>
        workspace?.members ? (
          <>
            {workspace.viewerRole === 'ADMIN' ? (
              <Invite workspaceId={workspaceId} action={action} />
            ) : null}
            <ul className="rows">
              {workspace.members.map((member) => (
                <MemberRow
                  key={member.id}
                  {...{ workspaceId, member, action }}
                  isAdmin={workspace.viewerRole === 'ADMIN'}
                  isSelf={member.user.id === userId}
                />
              ))}
            </ul>
            <Invitations workspace={workspace} action={action} />
          </>
        ) : (
          <NotForYou />
        )
      }
    </SettingsPage>
  );
}

function Invite({
  workspaceId,
  action,
}: {
  readonly workspaceId: string;
  readonly action: Action;
}): ReactNode {
  const [invited, setInvited] = useState<Invited>();
  const submit = async (form: FormData): Promise<boolean> => {
    // A value of the `select` below.
    const role = String(form.get('role')) as Role;
    const input = { workspaceId, email: String(form.get('email')), role };
    return action.run(change(InviteMember, { input }), (done) => setInvited(done.inviteMember));
  };
  const member = invited?.member ?? undefined;
  return (
    <InviteForm
      title={t('Invite a person')}
      button={t('Invite')}
      submit={submit}
      outcome={
        invited && {
          joined:
            member && t('{name} belongs to the workspace now.', { name: nameOf(member.user) }),
          email: invited.invitation?.email ?? '',
          link: invited.link,
        }
      }
    >
      <RoleSelect label={t('Role')} name="role" defaultValue="MEMBER" />
    </InviteForm>
  );
}

function MemberRow({
  workspaceId,
  member: { role, user },
  action,
  isAdmin,
  isSelf,
}: {
  readonly workspaceId: string;
  readonly member: Member;
  readonly action: Action;
  readonly isAdmin: boolean;
  readonly isSelf: boolean;
}): ReactNode {
  const name = nameOf(user);
  const input = { workspaceId, userId: user.id };
  const remove = (): void =>
    askFirst(
      { title: t('Remove {name} from the workspace?', { name }), button: t('Remove') },
      () => void action.run(change(RemoveMember, { input })),
    );
  return (
    <li>
      <span className="rowText">
        <strong>{isSelf ? t('{name} (you)', { name }) : name}</strong>
        <span className="soft">{user.email}</span>
      </span>
      {isAdmin && !isSelf ? (
        <RoleSelect
          label={t('Role of {name}', { name })}
          value={role}
          change={(to) => void action.run(change(ChangeRole, { input: { ...input, role: to } }))}
        />
      ) : (
        <span>{ROLES[role]}</span>
      )}
      {isAdmin && !isSelf ? (
        <button type="button" aria-label={t('Remove {name}', { name })} onClick={remove}>
          {t('Remove')}
        </button>
      ) : null}
    </li>
  );
}

function RoleSelect({
  label,
  change: changeTo,
  ...select
}: {
  readonly label: string;
  readonly name?: string;
  readonly defaultValue?: Role;
  readonly value?: Role;
  readonly change?: (role: Role) => void;
}): ReactNode {
  return (
    <select
      aria-label={label}
      {...select}
      // A key of `ROLES`.
      onChange={({ target }) => changeTo?.(target.value as Role)}
    >
      {Object.entries(ROLES).map(([role, words]) => (
        <option key={role} value={role}>
          {words}
        </option>
      ))}
    </select>
  );
}

function Invitations({
  workspace: { invitations, viewerRole },
  action,
}: {
  readonly workspace: Workspace;
  readonly action: Action;
}): ReactNode {
  if (!invitations?.length) return null;
  return (
    <>
      <h2>{t('Invited')}</h2>
      <InvitationRows
        {...{ invitations, action }}
        rightOf={({ role }) => (role === null ? t('To one bot') : ROLES[role])}
        mayRevoke={viewerRole === 'ADMIN'}
      />
    </>
  );
}
