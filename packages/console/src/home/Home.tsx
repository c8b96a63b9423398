import { CreateWorkspace } from '@parley/client/dashboard';
import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'wouter';
import { change } from '../app/change.js';
import { useAction } from '../app/useAction.js';
import { rememberWorkspace, useWorkspaceId, useWorkspaces } from '../app/workspace.js';
import { Choice } from '../ui/Choice.js';
import { Loading } from '../ui/Loading.js';
import { Notice } from '../ui/Notice.js';
import { BotList } from './BotList.js';
import { Fault } from '../ui/Fault.js';

/** The bots of a workspace, by default of the last one. */
export function Home({ workspaceId }: { readonly workspaceId?: string }): ReactNode {
  const { workspaces, fault, reload } = useWorkspaces();
  const last = useWorkspaceId();
  const [, go] = useLocation();
  const shown = workspaceId ?? last;
  useEffect(() => {
    if (workspaceId !== undefined) rememberWorkspace(workspaceId);
  }, [workspaceId]);
  if (!workspaces) {
    return fault ? <Notice title="Your workspaces cannot be shown" text={fault} /> : <Loading />;
  }
  if (shown === undefined) return <FirstWorkspace made={reload} />;
  return (
    <div className="page">
      <header className="pageHead">
        <h1>Bots</h1>
        <Choice
          label="Workspace"
          options={workspaces.map(({ id, name }) => [id, name] as const)}
          value={shown}
          choose={(id) => go(`/w/${id}`)}
        />
      </header>
      <BotList key={shown} workspaceId={shown} />
    </div>
  );
}

function FirstWorkspace({ made }: { readonly made: () => void }): ReactNode {
  const { fault, run } = useAction(made);
  const create = (name: string): void => void run(change(CreateWorkspace, { input: { name } }));
  return (
    <Notice
      title="Begin with a workspace"
      text="A workspace holds the bots, results and people of a team."
    >
      <form action={(form) => create(String(form.get('name') ?? ''))}>
        <input name="name" aria-label="Name of the workspace" placeholder="My company" required />{' '}
        <button className="primary">Create</button>
      </form>
      <Fault words={fault} />
    </Notice>
  );
}
