import { Bots, Workspaces } from '@parley/client/dashboard';
import { type ReactNode, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { useData } from '../app/server.js';
import { Loading } from '../ui/Loading.js';
import { Notice } from '../ui/Notice.js';

/** The bots of a workspace, by default of the first. */
export function Home({ workspaceId }: { readonly workspaceId?: string }): ReactNode {
  const { data, fault } = useData(Workspaces, {});
  const [, go] = useLocation();
  if (!data)
    return fault ? <Notice title="Your workspaces cannot be shown" text={fault} /> : <Loading />;
  const workspaces = data.viewer?.workspaces.nodes ?? [];
  const shown = workspaces.find(({ id }) => id === workspaceId) ?? workspaces[0];
  if (!shown) return <Notice title="You have no workspace yet" />;
  return (
    <div className="page">
      <header className="pageHead">
        <label>
          <span className="hidden">Workspace</span>
          <select value={shown.id} onChange={({ target }) => go(`/w/${target.value}`)}>
            {workspaces.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </header>
      <BotList key={shown.id} workspaceId={shown.id} />
    </div>
  );
}

function BotList({ workspaceId }: { readonly workspaceId: string }): ReactNode {
  const [search, setSearch] = useState('');
  const { data, fault } = useData(Bots, {
    workspaceId,
    first: 50,
    ...(search !== '' && { search }),
  });
  const bots = data?.workspace?.bots.nodes;
  return (
    <>
      <input
        type="search"
        aria-label="Search bots"
        placeholder="Search bots"
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      {fault ? <Notice title="The bots cannot be shown" text={fault} /> : null}
      {bots ? null : <Loading />}
      <ul className="bots">
        {bots?.map(({ id, name }) => (
          <li key={id}>
            <Link href={`/b/${id}/flow`}>{name}</Link>
          </li>
        ))}
      </ul>
    </>
  );
}
