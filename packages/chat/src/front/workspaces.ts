import { query, type TypedDocument } from '@parley/client';

/** A bot of a workspace. */
export interface Bot {
  readonly id: string;
  readonly name: string;
  readonly publicId: string | null;
  /** Absent while it is not published. */
  readonly publishedVersionId: string | null;
}

/** A workspace, with the newest of its bots. */
export interface Workspace {
  readonly id: string;
  readonly name: string;
  readonly bots: { readonly nodes: readonly Bot[] };
}

/** The types of the query are written beside its text. */
const DOCUMENT =
  '{ viewer { workspaces { nodes { id name bots(first: 20) { nodes { id name publicId publishedVersionId } } } } } }' as TypedDocument<
    { readonly viewer: { readonly workspaces: { readonly nodes: readonly Workspace[] } } | null },
    Readonly<Record<string, never>>
  >;

/** The workspaces of the person who is signed in with this browser; undefined if nobody is. */
export async function findWorkspaces(url: string): Promise<readonly Workspace[] | undefined> {
  return (await query({ url }, DOCUMENT, {})).viewer?.workspaces.nodes;
}
