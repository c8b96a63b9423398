import { Workspaces } from '@parley/client/dashboard';
import { useData } from './server.js';

const KEY = 'parley-workspace';

/** The workspaces of the person; undefined while they are read. */
export function useWorkspaces() {
  const { data, fault, reload } = useData(Workspaces, {});
  return { workspaces: data?.viewer?.workspaces.nodes, fault, reload };
}

/** The workspace in which the person was last, or else their first. */
export function useWorkspaceId(): string | undefined {
  const { workspaces } = useWorkspaces();
  const last = localStorage.getItem(KEY);
  return (workspaces?.find(({ id }) => id === last) ?? workspaces?.[0])?.id;
}

/** Remembers where the person is. */
export function rememberWorkspace(workspaceId: string): void {
  localStorage.setItem(KEY, workspaceId);
}
