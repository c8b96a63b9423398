import { CreateWorkspace } from '@parley/client/dashboard';
import { type ReactNode, useEffect, useState } from 'react';
import { useLocation } from 'wouter';
import { change, wordsOf } from '../app/change.js';
import { rememberWorkspace, useWorkspaceId, useWorkspaces } from '../app/workspace.js';
import { Loading } from '../ui/Loading.js';
import { Notice } from '../ui/Notice.js';
import { BotList } from './BotList.js';

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
        <label>
          <span className="hidden">Workspace</span>
          <select value={shown} onChange={({ target }) => go(`/w/${target.value}`)}>
            {workspaces.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </header>
      <BotList key={shown} workspaceId={shown} />
    </div>
  );
}

function FirstWorkspace({ made }: { readonly made: () => void }): ReactNode {
  const [fault, setFault] = useState<string>();
  const create = (name: string): void => {
    change(CreateWorkspace, { input: { name } }).then(made, (error: unknown) =>
      setFault(wordsOf(error)),
    );
  };
  return (
    <Notice
      title="Begin with a workspace"
      text="A workspace holds the bots, results and people of a team."
    >
      <form action={(form) => create(String(form.get('name') ?? ''))}>
        <input name="name" aria-label="Name of the workspace" placeholder="My company" required />{' '}
        <button className="primary">Create</button>
      </form>
      {fault === undefined ? null : <p role="alert">{fault}</p>}
    </Notice>
  );
}
