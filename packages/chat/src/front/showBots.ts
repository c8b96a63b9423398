import { pageOf, resultsOf } from './addresses.js';
import { folded, linkTo } from './elementOf.js';
import type { Bot, Workspace } from './workspaces.js';

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
