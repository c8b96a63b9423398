import { query, type TypedDocument } from '@parley/client';
import { pageOf, resultsOf } from './addresses.js';
import { folded, linkTo } from './elementOf.js';

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

const place = document.querySelector<HTMLElement>('#bots');

/** How many bots are shown at once; a line that opens has the others. */
const SHOWN = 6;

/** Lists the published bots of a person, each with its address and its results. */
export function showBots(url: string, workspaces: readonly Workspace[]): void {
  const lines = workspaces.flatMap(({ bots }) => bots.nodes.flatMap((bot) => lineOf(url, bot)));
  const others = lines.splice(SHOWN);
  place?.querySelector('ul')?.replaceChildren(...lines);
  place?.querySelector('details')?.remove();
  if (others.length > 0) place?.append(folded(`${others.length} more`, others));
  if (place) place.hidden = lines.length === 0;
}

function lineOf(url: string, { id, name, publicId, publishedVersionId }: Bot): HTMLElement[] {
  if (publicId === null || publishedVersionId === null) return [];
  const line = document.createElement('li');
  const results = linkTo(resultsOf(url, id), 'results (JSON)');
  results.setAttribute('aria-label', `Results of ${name}`);
  line.append(linkTo(pageOf(url, publicId), name), ` at /${publicId}, `, results);
  return [line];
}
