import { CreateWorkspace } from '@parley/client/dashboard';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { change } from '../app/change.js';
import { askForText } from '../app/questions.js';
import { useAction } from '../app/useAction.js';
import { rememberWorkspace, useWorkspaceId, useWorkspaces } from '../app/workspace.js';
import { emojiOf } from '../ui/emojiOf.js';
import { Choice } from '../ui/Choice.js';
import { Loading } from '../ui/Loading.js';
import { Notice } from '../ui/Notice.js';
import { BotList } from './BotList.js';
import { Fault } from '../ui/Fault.js';
import { t } from '../i18n/t.js';

/** The bots of a workspace, by default of the last one. */
export function Home({ workspaceId }: { readonly workspaceId?: string }): ReactNode {
  const { workspaces, fault, reload } = useWorkspaces();
  const last = useWorkspaceId();
  const [, go] = useLocation();
  const making = useAction();
  const shown = workspaceId ?? last;
  useEffect(() => {
    if (workspaceId !== undefined) rememberWorkspace(workspaceId);
  }, [workspaceId]);
  if (!workspaces) {
    return fault ? (
      <Notice title={t('Your workspaces cannot be shown')} text={fault} />
    ) : (
      <Loading />
    );
  }
  if (shown === undefined) return <FirstWorkspace made={reload} />;
  const role = workspaces.find(({ id }) => id === shown)?.viewerRole;
  const isMember = role === 'ADMIN' || role === 'MEMBER';
  return (
    <div className="page">
      <header className="pageHead">
        <h1>{t('Bots')}</h1>
        <Choice
          label={t('Workspace')}
          options={workspaces.map((one) => [one.id, nameOf(one)] as const)}
          value={shown}
          choose={(id) => go(`/w/${id}`)}
        />
        <button
          type="button"
          onClick={() =>
            askForText(
              { title: t('Name of the workspace'), button: t('Create') },
              (name) =>
                void making.run(newWorkspace(name), (id) => {
                  reload();
                  if (id !== undefined) go(`/w/${id}`);
                }),
            )
          }
        >
          {t('New workspace')}
        </button>
        <Fault words={making.fault} />
      </header>
      <BotList key={shown} workspaceId={shown} isMember={isMember} />
    </div>
  );
}

/** A workspace by its icon and name. */
function nameOf({ name, icon }: { readonly name: string; readonly icon: string | null }): string {
  return [emojiOf(icon) ?? [], name].flat().join(' ');
}

/** Makes a workspace, and returns its id. */
async function newWorkspace(name: string): Promise<string | undefined> {
  const { createWorkspace } = await change(CreateWorkspace, { input: { name } });
  return createWorkspace.workspace?.id;
}

function FirstWorkspace({ made }: { readonly made: () => void }): ReactNode {
  const { fault, run } = useAction(made);
  const create = (name: string): void => void run(change(CreateWorkspace, { input: { name } }));
  return (
    <Notice
      title={t('Begin with a workspace')}
      text={t('A workspace holds the bots, results and people of a team.')}
    >
      <form action={(form) => create(String(form.get('name') ?? ''))}>
        <input
          name="name"
          aria-label={t('Name of the workspace')}
          placeholder={t('My company')}
          required
        />{' '}
        <button className="primary">{t('Create')}</button>
      </form>
      <Fault words={fault} />
    </Notice>
  );
}
