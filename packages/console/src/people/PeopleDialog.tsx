import {
  ChangeShare,
  EndShare,
  ShareBot,
  type ShareBotMutation,
  Sharing,
  type SharingQuery,
} from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { goHome } from '../app/goHome.js';
import { askFirst } from '../app/questions.js';
import { useData } from '../app/server.js';
import { type Action, useAction } from '../app/useAction.js';
import { t } from '../i18n/t.js';
import { Dialog } from '../ui/Dialog.js';
import { Fault } from '../ui/Fault.js';
import { Reading } from '../ui/Reading.js';
import { nameOf } from '../ui/nameOf.js';
import { InvitationRows } from './InvitationRows.js';
import { InviteForm } from './InviteForm.js';

type Bot = NonNullable<SharingQuery['bot']>;
type Right = Bot['viewerAccess'];
type Shared = NonNullable<Bot['collaborators']>[number];

/** The rights to a bot, each with those before it. */
const RIGHTS: Readonly<Record<Right, string>> = {
  READ: t('May look at it'),
  WRITE: t('May change it'),
  FULL_ACCESS: t('May change it and its guests'),
};

const OWN_RIGHTS: Readonly<Record<Right, string>> = {
  READ: t('You may look at this bot.'),
  WRITE: t('You may change this bot.'),
  FULL_ACCESS: t('You may change this bot and manage its guests.'),
};

const ORDER = Object.keys(RIGHTS) as Right[];

/** With whom a bot is shared, and for what. */
export function PeopleDialog({
  botId,
  userId,
  close,
}: {
  readonly botId: string;
  /** The person here. */
  readonly userId: string;
  readonly close: () => void;
}): ReactNode {
  const { data, fault, reload } = useData(Sharing, { botId });
  const action = useAction(reload);
  const bot = data?.bot;
  return (
    <Dialog title={t('People')} close={close}>
      <p className="soft">
        {t(
          'Members of the workspace work on all its bots. Guests see only what is shared with them.',
        )}{' '}
        {t('Who may look at a bot also sees its results.')}
      </p>
      <Fault words={action.fault} />
      {bot ? null : <Reading fault={fault} />}
      {bot && bot.viewerAccess !== 'READ' ? <Invite bot={bot} action={action} /> : null}
      {bot?.collaborators ? (
        <Guests {...{ bot, userId, action }} guests={bot.collaborators} />
      ) : null}
      {bot ? <Invited bot={bot} action={action} /> : null}
      {bot ? <Own bot={bot} userId={userId} /> : null}
    </Dialog>
  );
}

interface Sharable {
  readonly bot: Bot;
  readonly action: Action;
}

/** Whether the person may change and end what others have, and not only share the bot. */
const mayManageGuests = ({ viewerAccess }: Bot): boolean => viewerAccess === 'FULL_ACCESS';

function Invite({ bot: { id: botId, viewerAccess }, action }: Sharable): ReactNode {
  const [invited, setInvited] = useState<ShareBotMutation['inviteCollaborator']>();
  const submit = async (form: FormData): Promise<boolean> => {
    // A value of the choice below.
    const type = String(form.get('type')) as Right;
    const input = { botId, email: String(form.get('email')), type };
    return action.run(change(ShareBot, { input }), (done) => setInvited(done.inviteCollaborator));
  };
  const known = invited?.collaborator;
  return (
    <InviteForm
      title={t('Share the bot with a person')}
      button={t('Share')}
      submit={submit}
      outcome={
        invited && {
          joined: known
            ? t('It is shared with {name} now.', { name: nameOf(known.user) })
            : undefined,
          email: invited.invitation?.email ?? '',
          link: invited.link,
        }
      }
    >
      <select name="type" aria-label={t('What they may do')}>
        <RightOptions most={viewerAccess} />
      </select>
    </InviteForm>
  );
}

function RightOptions({ most }: { readonly most: Right }): ReactNode {
  return ORDER.slice(0, ORDER.indexOf(most) + 1).map((right) => (
    <option key={right} value={right}>
      {RIGHTS[right]}
    </option>
  ));
}

function Guests({
  bot,
  guests,
  userId,
  action,
}: Sharable & { readonly guests: readonly Shared[]; readonly userId: string }): ReactNode {
  if (guests.length === 0) return <p className="empty">{t('It is shared with no guest yet.')}</p>;
  return (
    <ul className="rows">
      {guests.map((guest) => (
        <GuestRow
          key={guest.id}
          {...{ bot, guest, action }}
          isChangeable={mayManageGuests(bot) && guest.user.id !== userId}
        />
      ))}
    </ul>
  );
}

function GuestRow({
  bot: { id: botId, viewerAccess },
  guest: { type, user },
  action,
  isChangeable,
}: Sharable & { readonly guest: Shared; readonly isChangeable: boolean }): ReactNode {
  const name = nameOf(user);
  const input = { botId, userId: user.id };
  // A value of the choice below.
  const set = (right: string): void =>
    void action.run(change(ChangeShare, { input: { ...input, type: right as Right } }));
  const remove = (): void =>
    askFirst(
      { title: t('Share it with {name} no longer?', { name }), button: t('Remove') },
      () => void action.run(change(EndShare, { input })),
    );
  return (
    <li>
      <span className="rowText">
        <strong>{name}</strong>
        {user.name === null ? null : <span className="soft">{user.email}</span>}
      </span>
      {isChangeable ? (
        <>
          <select
            aria-label={t('What {name} may do', { name })}
            value={type}
            onChange={({ target }) => set(target.value)}
          >
            <RightOptions most={viewerAccess} />
          </select>
          <button type="button" aria-label={t('Remove {name}', { name })} onClick={remove}>
            {t('Remove')}
          </button>
        </>
      ) : (
        <span>{RIGHTS[type]}</span>
      )}
    </li>
  );
}

function Invited({ bot, action }: Sharable): ReactNode {
  const { collaboratorInvitations: invitations } = bot;
  if (!invitations?.length) return null;
  return (
    <>
      <h3>{t('Invited')}</h3>
      <InvitationRows
        {...{ invitations, action }}
        rightOf={({ type }) => RIGHTS[type ?? 'READ']}
        mayRevoke={mayManageGuests(bot)}
      />
    </>
  );
}

/** What a guest has of the bot, which they can give up. */
function Own({
  bot: { id: botId, viewerAccess, workspace },
  userId,
}: {
  readonly bot: Bot;
  readonly userId: string;
}): ReactNode {
  const { fault, run } = useAction();
  if (workspace.viewerRole !== 'GUEST') return null;
  const giveUp = (): void =>
    askFirst(
      { title: t('Leave this bot?'), help: t('You will no longer see it.'), button: t('Leave') },
      () => void run(change(EndShare, { input: { botId, userId } }), goHome),
    );
  return (
    <>
      <p>{OWN_RIGHTS[viewerAccess]}</p>
      <Fault words={fault} />
      <button type="button" onClick={giveUp}>
        {t('Leave this bot')}
      </button>
    </>
  );
}
