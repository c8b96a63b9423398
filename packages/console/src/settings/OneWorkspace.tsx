import {
  DeleteWorkspace,
  OneWorkspace as WorkspaceOf,
  type OneWorkspaceQuery,
  RemoveMember,
  UpdateWorkspace,
} from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { change } from '../app/change.js';
import { goHome } from '../app/goHome.js';
import { askFirst } from '../app/questions.js';
import { useData } from '../app/server.js';
import { type Action, useAction } from '../app/useAction.js';
import { t } from '../i18n/t.js';
import { Dialog } from '../ui/Dialog.js';
import { emojiOf } from '../ui/emojiOf.js';
import { Fault } from '../ui/Fault.js';
import { LineForm } from '../ui/LineForm.js';
import { NotForYou, SettingsPage } from './SettingsPage.js';
import type { SettingsOf } from './SettingsScreen.js';

type Workspace = NonNullable<OneWorkspaceQuery['workspace']>;

/** What the workspace is called, and how one leaves or deletes it. */
export function OneWorkspace({ workspaceId, userId }: SettingsOf): ReactNode {
  const shown = useData(WorkspaceOf, { workspaceId });
  const action = useAction();
  return (
    <SettingsPage
      title={t('Workspace')}
      help={t('A workspace holds the bots, results and people of a team.')}
      {...{ shown, fault: action.fault }}
    >
      {({ workspace }) =>
        workspace ? (
          <>
            <Naming key={workspace.name} {...{ workspace, action }} />
            <Leaving {...{ workspaceId, userId, action }} />
            {workspace.viewerRole === 'ADMIN' ? <Deleting workspace={workspace} /> : null}
          </>
        ) : (
          <NotForYou />
        )
      }
    </SettingsPage>
  );
}

function Naming({
  workspace: { id: workspaceId, name, icon, viewerRole },
  action,
}: {
  readonly workspace: Workspace;
  readonly action: Action;
}): ReactNode {
  if (viewerRole !== 'ADMIN') {
    return (
      <p>
        {emojiOf(icon)} {name}
      </p>
    );
  }
  const submit = async (form: FormData): Promise<boolean> => {
    const textOf = (field: string): string => String(form.get(field)).trim();
    const input = { workspaceId, name: textOf('name'), icon: textOf('icon') || null };
    await action.run(change(UpdateWorkspace, { input }));
    // Keeps what was typed: it is stored now, or needs a correction.
    return false;
  };
  return (
    <LineForm title={t('Name and icon')} button={t('Save')} submit={submit}>
      <input name="name" aria-label={t('Name')} defaultValue={name} required />
      <input
        name="icon"
        className="iconField"
        aria-label={t('Icon')}
        placeholder={t('An emoji')}
        defaultValue={icon ?? ''}
      />
    </LineForm>
  );
}

function Leaving({
  action,
  ...input
}: {
  readonly workspaceId: string;
  readonly userId: string;
  readonly action: Action;
}): ReactNode {
  const leave = (): void =>
    askFirst(
      { title: t('Leave this workspace?'), button: t('Leave') },
      () => void action.run(change(RemoveMember, { input }), goHome),
    );
  return (
    <>
      <h2>{t('Leave the workspace')}</h2>
      <p className="soft">{t('You lose access to its bots, until somebody invites you again.')}</p>
      <button type="button" onClick={leave}>
        {t('Leave')}
      </button>
    </>
  );
}

function Deleting({ workspace: { id, name } }: { readonly workspace: Workspace }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const { fault, isRunning, run } = useAction();
  const remove = (): void =>
    void run(change(DeleteWorkspace, { input: { workspaceId: id } }), goHome);
  return (
    <>
      <h2>{t('Delete the workspace')}</h2>
      <p className="soft">
        {t('Its bots, their results and files are deleted with it, for good. Chats end at once.')}
      </p>
      <button type="button" onClick={() => setOpen(true)}>
        {t('Delete the workspace …')}
      </button>
      {isOpen ? (
        <Dialog title={t('Delete {name}?', { name })} close={() => setOpen(false)}>
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              remove();
            }}
          >
            <p>{t('This cannot be undone. First export what you want to keep.')}</p>
            <label>
              {t('Type the name of the workspace: {name}', { name })}
              <input
                autoComplete="off"
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            </label>
            <Fault words={fault} />
            <button disabled={typed.trim() !== name.trim() || isRunning}>
              {t('Delete for good')}
            </button>
          </form>
        </Dialog>
      ) : null}
    </>
  );
}
